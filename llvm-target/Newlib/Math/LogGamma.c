//===- LogGamma.c - the logarithm of the gamma function ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lgamma: about 1 and 2 by the Taylor series at 2, whose coefficients are
// values of the zeta function; above by Stirling's series (Gamma.c); for
// negative arguments by Gamma(x) Gamma(-x) = -pi / (x sin(pi x)), and near
// their zeros by the Taylor series there. That of floats is that of the double,
// rounded. The functions are called by newlib's, which set errno and signgam.
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include <math.h>

#define INFINITE __builtin_inf()
/// The result overflows above.
#define LARGEST 0x1.754d9278b51a7p+1014

//===----------------------------------------------------------------------===//
// Positive arguments
//===----------------------------------------------------------------------===//

/// (zeta(n) - 1) / n (-1)^n for n >= 2; those not near zero as pairs.
static const Pair zetaPairs[] = {
    {0x1.4a34cc4a60fa6p-2, 0x1.1873d8912200cp-56},
    {-0x1.13e001a557607p-4, 0x1.fb68be2f8821fp-58},
    {0x1.51322ac7d8483p-6, 0x1.afc89088cb729p-60},
    {-0x1.e404fc218f5f2p-8, 0x1.e4a627cf1eb34p-62},
    {0x1.7add6eadb6c3p-9, -0x1.5b7828c7fd7f4p-64},
    {-0x1.38ac5c2bf8e08p-10, 0x1.8a4c1cfd9cec8p-65},
    {0x1.0b36af86396e9p-11, -0x1.0698d6c892967p-65},
    {-0x1.d3fd4c76d2fc8p-13, 0x1.c7c55cfccbb83p-68},
    {0x1.a127b0f17d65ap-14, 0x1.9d309aa700268p-69},
    {-0x1.78de5bd7c81efp-15, 0x1.a20541cde47a6p-72}};
static const double zetaRest[] = {
    0x1.580dcee66eb02p-16,  -0x1.3cbc963ce2243p-17, 0x1.2597a39f34aacp-18,
    -0x1.11b2eb7679541p-19, 0x1.0064cdeb22f0fp-20,  -0x1.e2600d93cfd2fp-22,
    0x1.c76bbb3f07a4dp-23,  -0x1.af5a6cbbf8a97p-24, 0x1.99b93c2070b0fp-25,
    -0x1.862c734df3eacp-26, 0x1.7469daccfadcdp-27,  -0x1.6434a8447aeadp-28,
    0x1.555a877ffd2c3p-29,  -0x1.47b1679258d0ep-30, 0x1.3b15d2b2fc10cp-31,
    -0x1.2f69a9fabe3ep-32,  0x1.24932a337434cp-33,  -0x1.1a7c26ec2523cp-34,
    0x1.11116e693ed98p-35,  -0x1.08424cbc543d8p-36, 0x1.000026e3f644fp-37,
    -0x1.f07c514fc9f0ap-39, 0x1.e1e2026aafcd8p-40,  -0x1.d41d56e5ee2e2p-41,
    0x1.c71c7f6f10e37p-42,  -0x1.bacf9a27bc89bp-43};
/// 1 minus Euler's constant.
#define SLOPE ((Pair){0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58})

/// log Gamma(2 + a) = (1 - Euler) a + (zeta(2) - 1) / 2 a^2 - ... for |a| <=
/// 1/2.
static Pair nearTwo(double a) {
  Pair sum = pairOf(polynomial(a, zetaRest, COUNT(zetaRest)));
  for (int n = COUNT(zetaPairs) - 1; n >= 0; --n)
    sum = add(multiplyDouble(sum, a), zetaPairs[n]);
  return multiplyDouble(add(multiplyDouble(sum, a), SLOPE), a);
}

/// The result for 0 < x <= LARGEST.
static Pair ofPositive(double x) {
  if (x < 0.5)
    return subtract(nearTwo(x), __matrix_log(addDouble(productOf(x, x), x)));
  if (x <= 1.5)
    return subtract(nearTwo(x - 1), __matrix_log(pairOf(x)));
  if (x <= 2.5)
    return nearTwo(x - 2);
  Pair product, result = __matrix_lgamma(x, &product);
  return product.high == 1 ? result : subtract(result, __matrix_log(product));
}

//===----------------------------------------------------------------------===//
// Negative arguments
//===----------------------------------------------------------------------===//

/// The zeros between -14 and -2 in three parts, and the Taylor coefficients
/// there, psi(zero), psi'(zero)/2, ..., of which the first is a pair. Below, no
/// double has a result of less than 2^-14.
static const struct {
  double zero[3];
  Pair slope;
  double rest[5];
} zeros[] = {
    {{-0x1.3a7fc9600f86cp+1, -0x1.55f64f98af8dp-55, -0x1.c4b0cd201366ap-110},
     {0x1.83fe966af535fp+0, -0x1.775909a36a6a4p-55},
     {0x1.36eebb002f55dp+2, 0x1.694a6058a7858p+0, 0x1.1718d7ca09e5bp+3,
      0x1.7339fe04b2764p+2, 0x1.8d32f682aa0bdp+4}},
    {{-0x1.5fb410a1bd901p+1, 0x1.a19a96d2e6f85p-54, 0x1.140b4ff4b7d6p-108},
     {-0x1.ea12da904b18cp+0, -0x1.220130f99b2cfp-54},
     {0x1.3267f3c265a52p+3, -0x1.4185ac30c8bf2p+4, 0x1.f504accc9f19bp+5,
      -0x1.8588458207eacp+7, 0x1.4373f7cc709b3p+9}},
    {{-0x1.9260dbc9e59afp+1, -0x1.f717cd335a7b3p-53, -0x1.d32a2a65bfd63p-107},
     {0x1.f20a65f2fac55p+2, -0x1.1d258e4b0be84p-53},
     {0x1.9d4d2977150efp+4, 0x1.c1137124d5c5bp+6, 0x1.267203d776b0ep+9,
      0x1.99a6337da39ddp+11, 0x1.293c3f78d3bdbp+14}},
    {{-0x1.fa471547c2fe5p+1, -0x1.70d4561291237p-56, 0x1.9e6fadbbc171ap-111},
     {-0x1.4b99d966c5647p+4, 0x1.9cba2450afff3p-50},
     {0x1.f76deae0436bep+7, -0x1.d25359d4b2f38p+11, 0x1.e8f829f141aa5p+15,
      -0x1.116f7806d26d3p+20, 0x1.3e8f3ab9fc1f4p+24}},
    {{-0x1.0284e78599581p+2, 0x1.e78c1e9e43cfep-53, -0x1.2ac17bfd6be92p-108},
     {0x1.aca5cf4921642p+4, 0x1.a46a2e0d8fe1p-51},
     {0x1.44415cd813f8ep+8, 0x1.559b11b2a9c7cp+12, 0x1.96d18e21aebdbp+16,
      0x1.0261eb5732e40p+21, 0x1.55e3dbf99eb3dp+25}},
    {{-0x1.3f7577a6eeafdp+2, 0x1.5de5eab7f12cfp-53, -0x1.4075f5e0494a2p-110},
     {-0x1.d224a3ef9e41fp+6, -0x1.9be272a13babcp-48},
     {0x1.b533c678a3956p+12, -0x1.0d3f7fee65d34p+19, 0x1.752a6f5ac2726p+25,
      -0x1.13d5d163bd3f7p+32, 0x1.a8c5c53458ca5p+38}},
    {{-0x1.4086a57f0b6d9p+2, -0x1.95262b72ca9cap-55, -0x1.bd98d5e0861aap-109},
     {0x1.ed72e0829ae02p+6, -0x1.fdc1859aea473p-50},
     {0x1.cecc32ec22f9bp+12, 0x1.253d8563f7264p+19, 0x1.a225df2da6e63p+25,
      0x1.3e01773762671p+32, 0x1.f7d8d5bdcb186p+38}},
    {{-0x1.7fe92f591f40dp+2, -0x1.7dd4ed62cbd32p-52, 0x1.2071c071a2146p-108},
     {-0x1.661f6a43a5e12p+9, -0x1.0c437b83bc0e6p-45},
     {0x1.f79dcb794f26fp+17, -0x1.d6e8088a19ffep+26, 0x1.ef5d308dbfc97p+35,
      -0x1.15ea6b0ab529ep+45, 0x1.44d54e9fe2397p+54}},
    {{-0x1.8016b25897c8dp+2, 0x1.27e0f49a4ba72p-54, -0x1.72e1ab15a4d03p-110},
     {0x1.69de49e3af2aap+9, 0x1.954b690943b33p-47},
     {0x1.fce23484cfd10p+17, 0x1.de503a3c37c40p+26, 0x1.f9c7b52558abbp+35,
      0x1.1d3d50714416ap+45, 0x1.4f21e2fb9e060p+54}},
    {{-0x1.bffcbf76b86fp+2, 0x1.853b29347b806p-57, -0x1.0fa018051dd41p-111},
     {-0x1.3abf7a5cea91bp+12, -0x1.8257b8abd0511p-42},
     {0x1.8349a2550422dp+23, -0x1.3d91dadc98428p+35, 0x1.24f3d636f3339p+47,
      -0x1.20427df1b3492p+59, 0x1.2775e857fb69cp+71}},
    {{-0x1.c0033fdedfe1fp+2, 0x1.20bb7d2324678p-52, 0x1.f5536678d69d3p-106},
     {0x1.3b407aa387bd1p+12, 0x1.da1e57343b1efp-43},
     {0x1.83e85daafbad6p+23, 0x1.3e552b5e3c226p+35, 0x1.25e42a45e905bp+47,
      0x1.216a3560743eep+59, 0x1.28e1c70ef5313p+71}},
    {{-0x1.ffff97f8159cfp+2, -0x1.e54f415a91586p-55, -0x1.53a5d106f9a3ep-109},
     {-0x1.3af76fe4c2fabp+15, -0x1.7cc92f0b996a5p-40},
     {0x1.838e76caaf123p+29, -0x1.3de68b3256526p+44, 0x1.255c052530c71p+59,
      -0x1.20c2a8418126ap+74, 0x1.28139342cef00p+89}},
    {{-0x1.000034028b3f9p+3, -0x1.f60cb3cec1cedp-52, 0x1.ea26620d6b1cap-106},
     {0x1.3b088fed67718p+15, -0x1.505613ba29a31p-39},
     {0x1.83a3893550edcp+29, 0x1.3e0078db8ada4p+44, 0x1.257bec9464251p+59,
      0x1.20e9ea0755a47p+74, 0x1.2843e1313c83bp+89}},
    {{-0x1.1ffffa3884bdp+3, -0x1.ff90c9d2ae925p-53, 0x1.30c0efef78c04p-107},
     {-0x1.625edfc63db2fp+18, 0x1.da7fc3ed69467p-37},
     {0x1.ea8c150480a7ap+35, -0x1.c4b30e4bc55c1p+53, 0x1.d5fe468dbbf03p+71,
      -0x1.043d21bc24decp+90, 0x1.2c334ae535e1dp+108}},
    {{-0x1.200005c7768fbp+3, -0x1.b5b610ffb70d4p-54, -0x1.deb7ad09ec5eap-108},
     {0x1.626120391944p+18, 0x1.7d5e8272cda81p-38},
     {0x1.ea8f32fb7f586p+35, 0x1.c4b75ee68e2bap+53, 0x1.d6043fa1ffaa5p+71,
      0x1.04414411db7f4p+90, 0x1.2c3903ec9c90cp+108}},
    {{-0x1.3fffff6c0d7cp+3, 0x1.197cea8c42d7dp-51, 0x1.7072c5a292198p-105},
     {-0x1.baf7da5f3795dp+21, -0x1.16a79518c8122p-33},
     {0x1.7f3e8791fa0d2p+42, -0x1.ba18befcaaa63p+63, 0x1.1ede14765dc0cp+85,
      -0x1.8d1a9ab5a5050p+106, 0x1.1e4d8c35d22ccp+128}},
    {{-0x1.40000093f2777p+3, -0x1.927b45d95e154p-52, -0x1.0780c21b6e452p-106},
     {0x1.baf825a0c63b2p+21, -0x1.20323f10165f2p-35},
     {0x1.7f3ec8ae05f2ep+42, 0x1.ba192fa62a5c8p+63, 0x1.1ede75ef431b0p+85,
      0x1.8d1b435ece20fp+106, 0x1.1e4e1e218c99cp+128}},
    {{-0x1.5ffffff28cdd4p+3, 0x1.c9924a65aa486p-53, -0x1.8d05a4e458063p-108},
     {-0x1.308a7d8eadb7cp+25, 0x1.a95a609877977p-31},
     {0x1.6a4938065bfd2p+49, -0x1.1f51f646980c5p+74, 0x1.005993b17e047p+99,
      -0x1.e7ee7dccf100cp+123, 0x1.e3b550a815c55p+148}},
    {{-0x1.6000000d7322ap+3, -0x1.8aecb2d37ff52p-51, -0x1.c97d472001b98p-109},
     {0x1.308a82715245p+25, -0x1.1233b372bfd9ep-29},
     {0x1.6a493dd62402ep+49, 0x1.1f51fd307a7cdp+74, 0x1.00599beaf8731p+99,
      0x1.e7ee915e59f90p+123, 0x1.e3b567ef58977p+148}},
    {{-0x1.7ffffffee1127p+3, -0x1.ce1f7906b30f5p-54, 0x1.b43a13e31b9dfp-111},
     {-0x1.c8cfbfaf2b0c8p+28, 0x1.7e94018c6c78dp-27},
     {0x1.97926203e98acp+56, -0x1.e4da54ebc6dacp+84, 0x1.447163ae314a4p+113,
      -0x1.cf2769e629665p+141, 0x1.585bdc3e1a1e0p+170}},
    {{-0x1.800000011eed9p+3, 0x1.19d5307e1fb5ep-53, 0x1.8f0dbe415315p-109},
     {0x1.c8cfc050d4f38p+28, -0x1.7ef0726d4e7acp-26},
     {0x1.9792629426754p+56, 0x1.e4da55ed2869fp+84, 0x1.44716493d49d4p+113,
      0x1.cf276b7feead7p+141, 0x1.585bddabb4165p+170}},
    {{-0x1.9fffffffe9edcp+3, 0x1.84f40342d001cp-51, 0x1.50556e5aede66p-105},
     {-0x1.7328cbfacb4e5p+32, -0x1.eae875d913775p-24},
     {0x1.0d0fa2e06b2f1p+64, -0x1.04105bec453b2p+96, 0x1.1ac9dd401f2e4p+128,
      -0x1.47ffb069fc5a3p+160, 0x1.8c49d9a550bffp+192}},
    {{-0x1.a000000016124p+3, -0x1.84e03341ee8ddp-51, 0x1.f8391fef50bd4p-105},
     {0x1.7328cc0534b1bp+32, -0x1.f63c3a52c12bfp-24},
     {0x1.0d0fa2e7f760fp+64, 0x1.04105bf7369b6p+96, 0x1.1ac9dd4ffcbb2p+128,
      0x1.47ffb080fcf49p+160, 0x1.8c49d9c6aa4a2p+192}},
    {{-0x1.bffffffffe6c7p+3, 0x1.d2a30f3dae0fbp-51, 0x1.774491db8dc05p-107},
     {-0x1.44c3b27faa6bcp+36, -0x1.1972c0b160b2bp-21},
     {0x1.9bfff16cfee53p+71, -0x1.5c71eb305bbbap+107, 0x1.4b87e88b6aa31p+143,
      -0x1.50778e66e7830p+179, 0x1.63b46f95b59ebp+215}}};
/// The result is smaller where the series is used.
#define NEAR 0x1p-12

static int isNearZero(double x, Pair *result) {
  for (int i = 0; i < COUNT(zeros); ++i) {
    Pair rest = {zeros[i].zero[1], zeros[i].zero[2]};
    Pair a = addDouble(negative(rest), x - zeros[i].zero[0]);
    if (sizeOf(a.high * zeros[i].slope.high) > NEAR)
      continue;
    double sum = polynomial(a.high, zeros[i].rest, COUNT(zeros[i].rest));
    *result = multiply(addDouble(zeros[i].slope, sum * a.high), a);
    return 1;
  }
  return 0;
}

/// The result for -LARGEST <= x < 0, not an integer.
static Pair ofNegative(double x) {
  Pair result;
  if (x < -2 && isNearZero(x, &result))
    return result;
  Pair product = multiplyDouble(__matrix_sinpi(x), -x);
  Pair quotient = divide(scaleExactly(PI_HALF, 2), product);
  return subtract(__matrix_log(quotient), ofPositive(-x));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

double __ieee754_lgamma_r(double x, int *sign) {
  *sign = 1;
  if (!isFinite(x))
    return x * x;
  if (x == 0)
    *sign = signbit(x) ? -1 : 1;
  if (sizeOf(x) > LARGEST || (x <= 0 && x == floor(x)))
    return INFINITE;
  if (x < 0 && fmod(floor(x), 2) != 0)
    *sign = -1;
  if (sizeOf(x) < 0x1p-60)
    return -__matrix_log(pairOf(sizeOf(x))).high;
  return (x < 0 ? ofNegative(x) : ofPositive(x)).high;
}
float __ieee754_lgammaf_r(float x, int *sign) {
  return (float)__ieee754_lgamma_r(x, sign);
}

// gamma is another name of lgamma.
double __ieee754_gamma_r(double x, int *sign) {
  return __ieee754_lgamma_r(x, sign);
}
float __ieee754_gammaf_r(float x, int *sign) {
  return __ieee754_lgammaf_r(x, sign);
}

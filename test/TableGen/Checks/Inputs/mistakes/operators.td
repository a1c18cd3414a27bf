// Operators of semantics and nodes of scalar instructions: see mistakes.py.
include "Common/Operators.td"
include "Common/ScalarNodes.td"
def O1 : Elementwise<2, "arith.foo", "num::add($0, $1)">;  // ! O1: MLIR has no operation 'arith.foo'
def O2 : Elementwise<2, "arith.addi", "num::add($0, $1)">;  // ! O2: operation arith.addi computes on integers
def O3 : Elementwise<1, "arith.addf", "num::abs($0)">;  // ! O3: operation arith.addf expects 2 operands, but the operator has 1
def O4 : Elementwise<2, "arith.addf", "num::addd($0, $1)">;  // ! O4: there is no function num::addd
def O5 : Elementwise<2, "arith.addf", "num::add($0)">;  // ! O5: num::add expects 2 arguments, but got 1
def O6 : Elementwise<2, "arith.addf", "num::add($0, $2)">;  // ! O6: "num::add($0, $2)" names an operand beyond its 2
def O7 : Elementwise<2, "arith.addf", "num::add($0, $1">;  // ! O7: parentheses of "num::add($0, $1" do not match
def O8 : Elementwise<2, "arith.addf", "std::add($0, $1)">;  // ! O8: 'std' is not a name that C++ of the description may use
def O9 : Elementwise<2, "arith.cmpf", "($0 < $1)">;  // ! O9: operation arith.cmpf needs a predicate
def O10 : Elementwise<2, "arith.cmpf lt", "($0 < $1)">;  // ! O10: operation arith.cmpf has no predicate 'lt'
def O11 : Elementwise<2, "arith.addf olt", "num::add($0, $1)">;  // ! O11: operation arith.addf has no predicate 'olt'
def O12 : Elementwise<5, "arith.addf", "num::add($0, $1)">;  // ! O12 has 5 operands
def O13 : Elementwise<0, "", "1">;  // ! O13 has 0 operands
def O14 : Elementwise<2, "", "">;  // ! O14 is defined neither on floats nor on integers
def O15 : Elementwise<2, "arith.addf", "">;  // ! O15 has an operation of MLIR, but no CppFloat ! O15 is defined neither on floats nor on integers
def O18 : Composed<(Reduce Add, "ik->ij", $x), "num::sigmoid($0)">;  // ! the body of O18 contains operators that are not elementwise
def O19 : Composed<(Add $x, 1), "">;  // ! O19 is defined neither on floats nor on integers
def N1 : NodeSemantics<avgceilu, "num::nothing($0, $1)">;  // ! N1: there is no function num::nothing
def N2 : NodeSemantics<avgfloors, "num::wrapAdd($0, $2)">;  // ! N2: "num::wrapAdd($0, $2)" names an operand beyond its 2
def N3 : NodeSemantics<add, "num::wrapAdd($0, $1)">;  // ! node add has a NodeSemantics already
def N4 : NodeSemantics<avgflooru, "foo($0, $1)">;  // ! N4: 'foo' is not a name that C++ of the description may use
def N5 : NodeSemantics<brind, "JUMP($0)">;  // ! N5: 'JUMP' is not a name that C++ of the description may use
def N6 : NodeSemantics<avgceils, "num::wrapAdd($0, $1)", "mean($0, $1)", "undef::nothing(%0 | %1)">;  // ! N6: there is no function undef::nothing
def N7 : NodeSemantics<abds, "num::wrapSub($0, $1)", "|$0 - $1|", "undef::upwards(%0 | %2)">;  // ! N7: "undef::upwards(%0 | %2)" names an operand beyond its 2
def N8 : NodeSemantics<abdu, "num::wrapSub($0, $1)", "|$0 - $1|", "undef::shift(%0)">;  // ! N8: undef::shift expects 2 arguments, but got 1
def N9 : NodeSemantics<uaddsat, "num::wrapAdd($0, $1)", "$0 + $1", "mask(%0, %1)">;  // ! N9: 'mask' is not a name that C++ of the description may use
def N10 : NodeSemantics<saddsat, "num::wrapAdd($0, $1)", "$0 + $1", "undef::any((%0 | %1)">;  // ! N10: parentheses of "undef::any((%0 | %1)" do not match
def N11 : NodeSemantics<usubsat, "undef::any($0 | $1)">;  // ! N11: 'undef' is not a name that C++ of the description may use
def N12 : NodeSemantics<ssubsat, "num::wrapAdd($0, $1)", "$0 + $1", "(uint64_t)($0 % 4) | %0 | %1">;
def O20 : Elementwise<2, "arith.addf", "$0 + $1;">;  // ! O20: ';' of "$0 + $1;" is not an operator
def O21 : Elementwise<2, "arith.addf", "$0 + $1 -">;  // ! O21: "$0 + $1 -" ends where an operand is expected
def O22 : Elementwise<2, "arith.addf", "($0 $1)">;  // ! O22: '$' of "($0 $1)" is not expected there
def O23 : Elementwise<2, "arith.addf", "num::add(num::floor, $1)">;  // ! O23: function num::floor is not called
def O24 : Elementwise<2, "arith.addf", "num::addi($0, $1)">;  // ! O24: num::addi computes on int32, but CppFloat on floats
def O25 : Elementwise<1, "math.sincos", "num::sin($0)">;  // ! O25: operation math.sincos has 2 results
def O26 : Elementwise<1, "arith.extf", "num::exp($0)">;  // ! O26: operation arith.extf converts to another type
def O27 : Elementwise<2, "arith.subf", "num::sub($0, $1)"> { let Commutative = 1; }  // ! O27 is commutative, but operation arith.subf is not
def O28 : Elementwise<2, "arith.mulf", "num::mul($0, $1)"> { let Text = "$0 * $2"; }  // ! O28: "$0 * $2" names an operand beyond its 2
def O29 : Elementwise<2, "arith.cmpf olt", "($0 < $1)">;  // ! O29 does not compare, but arith.cmpf olt does
def O30 : Comparison<"arith.addf", "($0 < $1)">;  // ! O30 compares, but operation arith.addf does not
def O31 : Elementwise<1, "math.ceil", "num::ceil($0)">;
def O32 : Elementwise<2, "arith.addf", "($0 + )">;  // ! O32: ')' of "($0 + )" is not expected there
def N13 : NodeSemantics<umulfix, "num::wrapMul($0, $1)", "$0 * $5">;  // ! N13: "$0 * $5" names an operand beyond its 3
def O33 : Composed<(Div 1, $y), "num::div(1, $0)">;  // ! the body names $y
def O34 : Composed<(Add (O34 $x), 1), "num::add($0, 1)">;  // ! the body of O34 contains itself
def O35 : Elementwise<1, "math.floor", "num::floor($0)">;  // ! O35: operation math.floor is that of Floor too
def O36 : Comparison<"", "", "arith.cmpi slt", "($0 < $1)">;  // ! O36: operation arith.cmpi slt is that of Lt too
def FU1 : FloatFormat<"f8E3M4", 3, 4, 14> { let Suffix = "fu1"; let Unsigned = 1; }  // ! FU1 is unsigned, but no integer
def O37 : Elementwise<2, "math.copysign", "num::copySign($0, $1)">;  // ! O37: num::copySign keeps the bits of a NaN
def O38 : Elementwise<1, "math.round", "__builtin_roundf($0)">;  // ! O38: __builtin_roundf keeps the bits of a NaN
def O39 : Elementwise<1, "math.trunc", "num::canonical(__builtin_truncf($0))">;

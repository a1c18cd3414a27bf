"""Operators of random graphs: each draws a call on a value, as source text.

A drawer takes the graph, the name of a value and the value. It returns source text, or
None if the operator does not apply. Inputs that it needs beside are added to the graph.
"""

import torch

# --- Elementwise ---

UNARY = """F.relu F.gelu F.silu torch.tanh torch.sigmoid torch.sin torch.cos torch.abs
    torch.neg torch.erf torch.square F.softplus F.hardswish F.elu F.leaky_relu F.mish
    F.hardtanh F.relu6 F.selu F.softsign F.logsigmoid torch.atan torch.asinh torch.sinc
    torch.expm1 torch.exp2 torch.erfc torch.sinh torch.cosh F.hardsigmoid F.celu
    F.tanhshrink torch.special.expit""".split()
GUARDED = ["torch.sqrt({0}.abs() + 0.1)", "torch.rsqrt({0}.abs() + 0.5)", "torch.log1p({0}.abs())",
           "torch.exp({0}.clamp(-3, 3))", "torch.log({0}.abs() + 0.5)", "{0}.abs().add(1).reciprocal()",
           "{0}.clamp(min=-0.5)", "torch.clamp({0}, -1, 0.75)", "{0}.abs().add(0.2).pow(1.5)", "{0} ** 2",
           "{0} ** 3", "2 - {0}", "{0} * 0.5", "{0} / 3", "1 / ({0}.abs() + 1)", "torch.nan_to_num({0})",
           "torch.addcmul({0}, {0}, {0}, value=0.1)", "torch.lerp({0}, {0}.flip(-1), 0.3)",
           "torch.atan2({0}, {0}.abs() + 1)", "torch.hypot({0}, {0} + 1)", "F.threshold({0}, -9., 0.)",
           "torch.xlogy({0}, {0}.abs() + 1)", "torch.logaddexp({0}, -{0})", "torch.copysign({0}, {0} - 0.1)",
           "F.glu({0}, -1)", "F.dropout({0}, 0.5, False)", "{0}.float()", "{0}.double()"]
BINARY = ["{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} / ({1}.abs() + 1)", "torch.maximum({0}, {1})",
          "torch.minimum({0}, {1})", "torch.add({0}, {1}, alpha=2)", "torch.sub({1}, {0}, alpha=0.5)",
          "torch.where({2}, {0}, {1})", "torch.fmax({0}, {1})", "torch.logaddexp({0}, {1})",
          "torch.atan2({0}, {1}.abs() + 1)", "torch.lerp({0}, {1}.to({0}.dtype), 0.25)"]
INTEGER = ["{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} & {1}", "{0} | {1}", "{0} ^ {1}", "{0} // {1}.abs().add(1)",
           "{0} % {1}.abs().add(1)", "{0} < {1}", "{0} == {1}", "{0}.ne({1})", "torch.maximum({0}, {1})",
           "{0}.to(torch.int64) << 2", "{0}.to(torch.int32) >> 1", "~{0}", "{0}.float()", "{0}.to(torch.float16) / 8",
           "{0}.sum()", "{0}.to(torch.int32).cumsum(0)", "{0} > 2", "torch.sign({0})", "{0}.abs().float().sqrt()",
           "torch.where({0} > {1}, {0}, {1})", "{0}.any()", "{0}.all(-1)", "{0}.to(torch.int64).prod(-1).clamp(-99, 99)",
           "torch.div({0}, {1}.abs().add(2), rounding_mode='trunc')", "{0}.bool().logical_xor({1}.bool())"]


def unary(graph, name, x):
    if x.is_floating_point():
        return f"{graph.one_of(UNARY)}({name})" if graph.chance(0.5) else graph.one_of(GUARDED).format(name)


def broadcast_shape(graph, x):
    """A shape that broadcasts with that of x."""
    shape = [1 if graph.chance(0.25) else extent for extent in x.shape]
    return shape[graph.random.randint(0, len(shape)):] if graph.chance(0.3) else shape


def binary(graph, name, x):
    if not x.is_floating_point():
        return graph.one_of(INTEGER).format(name, graph.operand(broadcast_shape(graph, x), x.dtype))
    other = graph.operand(broadcast_shape(graph, x), x.dtype)
    mask = graph.add_input(broadcast_shape(graph, x), torch.bool)
    return graph.one_of(BINARY).format(name, other, mask)


def convert(graph, name, x):
    if x.is_floating_point():
        return f"{name}.to({graph.one_of(['torch.float32', 'torch.bfloat16', 'torch.float16', 'torch.float64'])})"


# --- Shapes ---

VIEWS = ["{0}.flatten()", "{0}.transpose({d}, {e})", "{0}.unsqueeze({d})", "{0}.squeeze()", "{0}.flip({d})",
         "{0}.roll({n}, {d})", "{0}.movedim({d}, {e})", "{0}.narrow({d}, 0, 1)", "{0}.select({d}, 0)",
         "{0}.contiguous()", "{0}.repeat_interleave(2, {d})", "torch.cat([{0}, {0}], {d})",
         "torch.stack([{0}, {0} + {0}], {d})", "{0}.chunk(2, {d})[-1]", "{0}.split(2, {d})[0]",
         "{0}.unbind({d})[-1]", "{0}[..., ::2]", "{0}[1:]", "{0}[..., -1:]", "{0}[None]", "{0}[:, 0]",
         "{0}.unfold({d}, 2, 1)", "F.pad({0}, (1, 2))", "F.pad({0}, (1, 0, 0, 2), value=0.5)", "F.pad({0}, (-1, 1))",
         "F.pad({0}, (1, 1), mode='reflect')", "F.pad({0}, (2, 1), mode='circular')",
         "F.pad({0}, (1, 2, 2, 1), mode='replicate')", "{0}.tril()", "{0}.triu(1)", "{0}.diagonal(0, {d}, {e})",
         "torch.diag_embed({0})", "{0}.mT", "{0}.reshape(-1, {0}.shape[-1])", "{0}.reshape({0}.shape[0], -1)",
         "{0}.expand(2, *{0}.shape)", "{0}.repeat(2, *[1] * {0}.dim())", "torch.tile({0}, (2,))",
         "torch.rot90({0}, 1, ({d}, {e}))", "{0}.unflatten({d}, (-1, 1))", "torch.meshgrid({0}.flatten()[:5], "
         "{0}.flatten()[:3], indexing='ij')[0]", "F.pixel_shuffle({0}, 2)", "F.pixel_unshuffle({0}, 2)",
         "F.channel_shuffle({0}, 2)", "torch.block_diag({0}, {0})", "{0}.clone()", "{0}.detach().view_as({0})",
         "torch.broadcast_to({0}, (3, *{0}.shape))", "{0}.swapaxes({d}, {e})", "{0}.mean({d}, keepdim=True).expand_as({0})"]


def view(graph, name, x):
    if x.dim():
        return graph.one_of(VIEWS).format(name, d=graph.dim(x), e=graph.dim(x), n=graph.random.randint(-3, 3))


def join(graph, name, x):
    other = graph.operand(x.shape, x.dtype)
    if x.dim():
        return graph.one_of(["torch.cat([{0}, {1}], {d})", "torch.stack([{1}, {0}], {d})",
                             "torch.cat([{0}, {1}, {0}], {d})"]).format(name, other, d=graph.dim(x))


IN_PLACE = ["{0}.clone().{1}", "({0} * 2).{1}"]
WRITES = ["add_({2})", "mul_(0.5)", "copy_({2})", "relu_()", "fill_(1)", "zero_()", "masked_fill_({3}, 0.25)",
          "index_fill_({d}, torch.tensor([0]), 2.0)", "clamp_(-1, 1)", "sub_({2}, alpha=0.5)", "t_()", "fill_diagonal_(0)"]


def write(graph, name, x):
    other, mask = graph.operand(x.shape, x.dtype), graph.add_input(x.shape, torch.bool)
    if x.dim() and x.is_floating_point():
        return graph.one_of(IN_PLACE).format(name, graph.one_of(WRITES)).format(
            name, None, other, mask, d=graph.dim(x))


# --- Reductions, scans, norms ---

REDUCTIONS = ["{0}.sum({d})", "{0}.mean({d})", "{0}.amax({d})", "{0}.amin({d}, keepdim=True)", "{0}.sum()", "{0}.mean()",
              "{0}.var({d})", "{0}.std({d}, unbiased=False)", "{0}.logsumexp({d})", "{0}.norm()", "{0}.norm(dim={d})",
              "{0}.cumsum({d})", "{0}.max({d}).values", "{0}.min({d}).values", "{0}.sort({d}).values",
              "{0}.sort({d}, descending=True).values", "{0}.topk(1, {d}).values", "{0}.clamp(-1, 1).prod({d})",
              "{0}.max()", "{0}.median({d}).values", "{0}.cummax({d}).values", "torch.logcumsumexp({0}, {d})",
              "{0}.diff(dim={d})", "torch.linalg.vector_norm({0}, 1, {d})", "{0}.aminmax(dim={d}).max",
              "{0}.sum(({d}, {e}))", "{0}.mean(({d}, {e}), keepdim=True)", "torch.trapezoid({0}, dim={d})",
              "{0}.kthvalue(1, {d}).values", "torch.cumprod({0}.clamp(-1, 1), {d})", "{0}.nansum({d})",
              "{0}.softmax({d})", "{0}.log_softmax({d})", "F.softmin({0}, {d})", "F.normalize({0}, dim={d})",
              "F.layer_norm({0}, {0}.shape[-1:])", "F.rms_norm({0}, {0}.shape[-1:])", "F.group_norm({0}, 1)",
              "F.instance_norm({0})", "F.layer_norm({0}, {0}.shape[1:])", "F.local_response_norm({0}, 2)",
              "torch.renorm({0}, 2, {d}, 1.0)", "F.mse_loss({0}, {0}.flip({d}))", "F.smooth_l1_loss({0}, {0}.roll(1, {d}))",
              "F.cosine_similarity({0}, {0}.flip({d}), dim={e})", "torch.corrcoef({0})", "torch.cov({0})",
              "F.cross_entropy({0}, torch.zeros_like({0}).softmax(1))", "torch.quantile({0}.float(), 0.3, dim={d})"]


def reduction(graph, name, x):
    if x.dim() and x.is_floating_point():
        return graph.one_of(REDUCTIONS).format(name, d=graph.dim(x), e=graph.dim(x))


# --- Products, windows ---

def product(graph, name, x):
    if not x.dim() or not x.is_floating_point():
        return None
    k, n = x.shape[-1], graph.one_of([1, 3, 8, 16, 17, 33])
    if graph.chance(0.4):
        weight, bias = graph.add_input([n, k], x.dtype), graph.add_input([n], x.dtype)
        return f"F.linear({name}, {weight}, {bias})" if graph.chance(0.6) else f"F.linear({name}, {weight})"
    if x.dim() == 1:
        other = graph.add_input([k], x.dtype)
        return graph.one_of([f"torch.outer({name}, {other})", f"torch.dot({name}, {other})", f"{name} @ {other}"])
    other = graph.add_input([*(x.shape[:-2] if graph.chance(0.5) else []), k, n], x.dtype)
    return graph.one_of([f"{name} @ {other}", f"torch.einsum('...ij,...jk->...ki', {name}, {other})",
                         f"{name} @ {name}.mT", f"torch.einsum('...ij,...jk->...k', {name}, {other})",
                         f"torch.matmul({name}, {other}).relu()", f"torch.tensordot({name}, {other}, 1)"])


def spatial(graph, x, rank):
    return x.is_floating_point() and x.dim() == rank + 2 and min(x.shape) > 0


def convolution(graph, name, x):
    rank = x.dim() - 2
    if rank not in (1, 2, 3) or not spatial(graph, x, rank):
        return None
    channels, filters = x.shape[1], graph.one_of([1, 4, 6, 16, 17])
    kernel = [graph.one_of([1, 2, 3, 5]) for _ in range(rank)]
    stride, padding, dilation = graph.one_of([1, 1, 2, 3]), graph.one_of([0, 1, 2]), graph.one_of([1, 1, 2])
    if graph.chance(0.25):
        weight = graph.add_input([channels, filters, *kernel], x.dtype)
        return f"F.conv_transpose{rank}d({name}, {weight}, None, {stride}, {padding}, 0, 1, {dilation})"
    groups = graph.one_of([1, 1, channels])
    filters = filters if groups == 1 else channels * graph.one_of([1, 2])
    weight = graph.add_input([filters, channels // groups, *kernel], x.dtype)
    bias = graph.one_of(["None", graph.add_input([filters], x.dtype)])
    return f"F.conv{rank}d({name}, {weight}, {bias}, {stride}, {padding}, {dilation}, {groups})"


POOLS = ["F.max_pool{r}d({0}, {k}, {s}, {p})", "F.avg_pool{r}d({0}, {k}, {s}, {p})", "F.adaptive_avg_pool{r}d({0}, {k})",
         "F.adaptive_max_pool{r}d({0}, {k})", "F.max_pool{r}d({0}, {k}, ceil_mode=True)",
         "F.avg_pool{r}d({0}, {k}, ceil_mode=True, count_include_pad=False)", "F.interpolate({0}, scale_factor=2)",
         "F.interpolate({0}, size=[5] * {r}, mode='nearest-exact')", "F.interpolate({0}, size=[6] * {r}, mode='area')",
         "F.interpolate({0}, size=[7] * {r}, mode={mode!r}, align_corners={a})", "F.lp_pool{r}d({0}.abs() + 0.1, 2, {k})"]


def pool(graph, name, x):
    rank = x.dim() - 2
    if rank in (1, 2, 3) and spatial(graph, x, rank):
        kernel = graph.random.randint(1, 3)
        return graph.one_of(POOLS).format(
            name, r=rank, k=kernel, s=graph.random.randint(1, 3), p=kernel // 2,
            mode=["linear", "bilinear", "trilinear"][rank - 1], a=graph.chance(0.5))


def attention(graph, name, x):
    if x.dim() not in (3, 4) or not x.is_floating_point():
        return None
    keys = [*x.shape[:-2], graph.one_of([1, 5, 16, 19]), x.shape[-1]]
    key, value = graph.add_input(keys, x.dtype), graph.add_input([*keys[:-1], graph.one_of([x.shape[-1], 7])], x.dtype)
    mask = graph.add_input([x.shape[-2], keys[-2]], x.dtype)
    option = graph.one_of(["", ", is_causal=True", f", attn_mask={mask}", ", scale=0.5"])
    return f"F.scaled_dot_product_attention({name}, {key}, {value}{option})"


# --- Indices ---

def index(graph, name, x):
    if not x.dim() or not x.numel() or not x.is_floating_point():
        return None
    dim = graph.dim(x)
    extent, count = x.shape[dim], graph.random.randint(1, 6)
    numbers = [graph.random.randrange(extent) for _ in range(count)]
    rows = list(x.shape)
    rows[dim] = count
    source, base = graph.operand(rows, x.dtype), graph.add_input(x.shape, x.dtype)
    wide = f"torch.tensor({numbers}).reshape({[count if d == dim % x.dim() else 1 for d in range(x.dim())]}).expand({rows})"
    return graph.one_of([
        f"{name}.index_select({dim}, torch.tensor({numbers}))", f"{name}.gather({dim}, {wide})",
        f"torch.take_along_dim({name}, {wide}, {dim})", f"{base}.index_add({dim}, torch.tensor({numbers}), {source})",
        f"{base}.scatter_add({dim}, {wide}, {source})", f"{name}.movedim({dim}, 0)[torch.tensor({numbers})]",
        f"{name}[..., torch.arange({name}.shape[-1]).flip(0)]", f"{name}.flatten()[torch.tensor([[0, -1], [0, 0]])]",
        f"{base}.scatter_reduce({dim}, {wide}, {source}, 'amax')",
        f"F.embedding(torch.tensor({[n % x.shape[0] for n in numbers]}), {name}.reshape({x.shape[0]}, -1))",
        f"{base}.index_put((torch.tensor([0, {x.shape[0] - 1}]),), {name}[:1], accumulate=True)",
        f"torch.slice_scatter({base}, {name}.narrow({dim}, 0, 1), {dim}, 0, 1)",
        f"torch.select_scatter({base}, {name}.select({dim}, 0), {dim}, -1)"])


# --- Spectra, sums of products, windows as columns, sampling ---

SPECTRA = ["torch.fft.fft({0}).abs()", "torch.fft.rfft({0}, dim={d}).real", "torch.fft.ifft({0}, dim={d}).imag",
           "torch.fft.irfft(torch.fft.rfft({0}), n={0}.shape[-1])", "torch.fft.fftshift({0}, {d})",
           "torch.view_as_real(torch.fft.rfft({0}, norm='ortho'))", "torch.polar({0}.abs(), {0}).imag",
           "torch.complex({0}, {0}.flip({d})).abs()", "torch.fft.fft2({0}).real"]
MATRICES = ["torch.einsum('...i,...i->...', {0}, {0})", "torch.einsum('i...,j...->ij', {0}, {0})", "torch.cdist({0}, {0}.flip(0))",
            "torch.linalg.inv({0} @ {0}.mT + 9 * torch.eye({0}.shape[-2], dtype={0}.dtype))", "torch.kron({0}, {0}[:2])",
            "torch.linalg.matrix_norm({0})", "torch.trace({0})", "torch.linalg.multi_dot([{0}, {0}.mT, {0}])",
            "torch.cumulative_trapezoid({0}, dim={d})", "torch.linalg.cross({0}[..., :3], {0}[..., :3] + 1)",
            "torch.addmm({0}, {0} @ {0}.mT, {0}, beta=0.5, alpha=2)", "torch.baddbmm({0}, {0} @ {0}.mT, {0})",
            "torch.vander({0}.flatten()[:5], 3)", "torch.gradient({0}, dim={d})[0]"]
SAMPLES = ["F.unfold({0}, 2, 1, 1, 2)", "F.fold({0}.repeat(1, 4, 1), {0}.shape[-1] + 1, 2)", "F.pixel_shuffle({0}.repeat(1, 4, 1, 1), 2)",
           "F.grid_sample({0}, {0}.flatten()[:2].tanh().reshape(1, 1, 1, 2).expand({0}.shape[0], 2, 3, 2), align_corners={a})",
           "F.affine_grid({0}.flatten()[:6].reshape(1, 2, 3), [1, 1, 3, 4], align_corners={a})",
           "F.interpolate({0}, scale_factor=1.5, mode='bicubic', align_corners={a})", "F.max_unpool2d(*F.max_pool2d({0}, 2, 2, return_indices=True), 2)",
           "F.upsample({0}, size=(3, 5))"]
# Discontinuous: of inputs, which have no rounding errors.
ORDERS = ["{0}.argmax({d})", "{0}.argsort({d}, stable=True)", "{0}.sort({d}).indices", "{0}.cummin({d}).values", "{0}.unfold({d}, 1, 1)",
          "torch.bucketize({0}, {0}.flatten().sort().values)", "F.one_hot({0}.argmax({d}), {0}.shape[{d}])", "{0}.cumsum({d}).flip({d})",
          "torch.isclose({0}, {0} + 1e-9)", "torch.histc({0}.float(), 5, -2, 2)", "{0}.masked_fill({0} > 0, 1.5)", "{0}.frac()",
          "torch.heaviside({0}, {0}.abs())", "{0}.floor().long() % 7", "torch.signbit({0})", "{0}.renorm(1, {d}, 2.0)",
          "{0}.masked_scatter({0} > 0, {0}.flip({d}))", "torch.put({0}, torch.tensor([0, -1]), {0}.flatten()[:2])"]


def drawn_from(table):
    def draw(graph, name, x):
        if x.dim() and x.is_floating_point() and (table is not ORDERS or name in graph.inputs):
            return graph.one_of(table).format(name, d=graph.dim(x), a=graph.chance(0.5))
    return draw


OPERATORS = [unary, unary, unary, binary, binary, binary, convert, view, view, view, view, join, write, reduction,
             reduction, reduction, product, product, convolution, convolution, pool, attention, index, index,
             *map(drawn_from, (SPECTRA, MATRICES, SAMPLES, ORDERS))]

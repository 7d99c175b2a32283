"""Makes the fixtures of `crates/app/src/models/onnx`: a toy sentence encoder, and one small model for each operator,
with what onnxruntime answers.

    python3 tools/onnx/make.py        (packages: tools/onnx/requirements.txt)

The weights come from a fixed seed, so the same versions of the packages write the same bytes.
"""

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

OUT = Path(__file__).resolve().parents[2] / "crates/app/src/models/onnx/fixture"
KINDS = {np.dtype("float32"): TensorProto.FLOAT, np.dtype("int64"): TensorProto.INT64, np.dtype("int32"): TensorProto.INT32,
         np.dtype("uint8"): TensorProto.UINT8, np.dtype("int8"): TensorProto.INT8, np.dtype("bool"): TensorProto.BOOL}

VOCAB = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "oven", "##s", "bread", "bakes", "rye", "at", "hot", ",", ".", "a", "cold", "fridge", "is"]
HIDDEN, HEADS, WIDE, POSITIONS = 8, 2, 16, 32
TEXTS = ["the ovens", "rye bread bakes at a hot oven", "a cold fridge", "the", "unheard words, a oven is hot."]


def session(model):
    onnx.checker.check_model(model)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


class Builder:
    """A graph that grows step by step; every method answers the name of what it gives."""

    def __init__(self, seed):
        self.nodes, self.weights, self.random, self.count = [], [], np.random.default_rng(seed), 0

    def put(self, op, *inputs, outputs=1, **attributes):
        names = [f"v{self.count + i}" for i in range(outputs)]
        self.count += outputs
        self.nodes.append(helper.make_node(op, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def weight(self, value):
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def drawn(self, *shape, scale=0.5):
        return self.weight((self.random.standard_normal(shape) * scale).astype(np.float32))

    def ints(self, *values):
        return self.put("Constant", value=numpy_helper.from_array(np.array(values, np.int64)))

    def number(self, value):
        return self.weight(np.array(value, np.float32))

    def linear(self, x, n, m, quantised):
        if not quantised:
            return self.put("Add", self.put("MatMul", x, self.drawn(n, m)), self.drawn(m, scale=0.1))
        weight = self.random.standard_normal((n, m)) * 0.5
        scale = np.float32(np.abs(weight).max() / 127)
        q, s, zero = self.put("DynamicQuantizeLinear", x, outputs=3)
        product = self.put("MatMulInteger", q, self.weight(np.round(weight / scale).astype(np.int8)), zero, self.weight(np.array(0, np.int8)))
        floats = self.put("Mul", self.put("Cast", product, to=TensorProto.FLOAT), self.put("Mul", s, self.number(scale)))
        return self.put("Add", floats, self.drawn(m, scale=0.1))

    def norm(self, x, fused):
        scale = self.weight((1 + self.random.standard_normal(HIDDEN) * 0.1).astype(np.float32))
        shift = self.drawn(HIDDEN, scale=0.1)
        if fused:
            return self.put("LayerNormalization", x, scale, shift, epsilon=1e-12, axis=-1)
        centred = self.put("Sub", x, self.put("ReduceMean", x, axes=[-1], keepdims=1))
        variance = self.put("ReduceMean", self.put("Pow", centred, self.number(2)), axes=[-1], keepdims=1)
        unit = self.put("Div", centred, self.put("Sqrt", self.put("Add", variance, self.number(1e-12))))
        return self.put("Add", self.put("Mul", unit, scale), shift)

    def heads(self, x, batch, length):
        shape = self.put("Concat", batch, length, self.ints(HEADS), self.ints(HIDDEN // HEADS), axis=0)
        return self.put("Transpose", self.put("Reshape", x, shape), perm=[0, 2, 1, 3])

    def layer(self, x, mask, batch, length, fused):
        query, key, value = (self.heads(self.linear(x, HIDDEN, HIDDEN, not fused), batch, length) for _ in range(3))
        scores = self.put("MatMul", query, self.put("Transpose", key, perm=[0, 1, 3, 2]))
        scores = self.put("Add", self.put("Div", scores, self.number((HIDDEN // HEADS) ** 0.5)), mask)
        mixed = self.put("Transpose", self.put("MatMul", self.put("Softmax", scores, axis=-1), value), perm=[0, 2, 1, 3])
        mixed = self.put("Reshape", mixed, self.ints(0, 0, HIDDEN))
        x = self.norm(self.put("Add", self.linear(mixed, HIDDEN, HIDDEN, False), x), fused)
        inner = self.linear(x, HIDDEN, WIDE, not fused)
        half = self.put("Add", self.put("Erf", self.put("Div", inner, self.number(2**0.5))), self.number(1))
        inner = self.put("Mul", self.put("Mul", inner, half), self.number(0.5))
        return self.norm(self.put("Add", self.linear(inner, WIDE, HIDDEN, False), x), fused)


def toy():
    b = Builder(7)
    shape = b.put("Shape", "input_ids")
    batch, length = (b.put("Unsqueeze", b.put("Gather", shape, b.weight(np.array(i, np.int64)), axis=0), b.ints(0)) for i in (0, 1))
    table = b.weight(b.random.integers(-127, 128, (len(VOCAB), HIDDEN)).astype(np.int8))
    words = b.put("DequantizeLinear", b.put("Gather", table, "input_ids"), b.number(0.008), b.weight(np.array(3, np.int8)))
    places = b.put("Slice", b.weight(np.arange(POSITIONS, dtype=np.int64)[None]), b.ints(0), length, b.ints(1))
    x = b.put("Add", words, b.put("Gather", b.drawn(2, HIDDEN), "token_type_ids"))
    x = b.norm(b.put("Add", x, b.put("Gather", b.drawn(POSITIONS, HIDDEN), places)), False)
    wide = b.put("Expand", b.put("Unsqueeze", "attention_mask", b.ints(1, 2)), b.put("Concat", batch, b.ints(1), length, length, axis=0))
    hidden = b.put("Equal", wide, b.weight(np.array(0, np.int64)))
    mask = b.put("Where", hidden, b.number(-1e9), b.number(0))
    x = b.layer(x, mask, batch, length, False)
    x = b.layer(x, mask, batch, length, True)
    b.nodes.append(helper.make_node("Identity", [x], ["last_hidden_state"]))
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "length"]) for n in ("input_ids", "attention_mask", "token_type_ids")]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", HIDDEN])
    graph = helper.make_graph(b.nodes, "toy", inputs, [output], b.weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def tokens(text):
    ids = [VOCAB.index("[CLS]")]
    for word in text.replace(",", " , ").replace(".", " . ").split():
        pieces, rest, mark = [], word, ""
        while rest:
            end = next((n for n in range(len(rest), 0, -1) if mark + rest[:n] in VOCAB), 0)
            if end == 0:
                pieces = [VOCAB.index("[UNK]")]
                break
            pieces, rest, mark = pieces + [VOCAB.index(mark + rest[:end])], rest[end:], "##"
        ids += pieces
    return ids + [VOCAB.index("[SEP]")]


def golden(model):
    run = session(model)
    rows = []
    for text in TEXTS:
        ids = np.array([tokens(text)], np.int64)
        (hidden,) = run.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)})
        mean = hidden[0].mean(0)
        rows.append({"text": text, "tokens": ids[0].tolist(), "vector": [round(float(x), 6) for x in mean / np.linalg.norm(mean)]})
    return rows


def f(*shape, seed=1):
    return np.random.default_rng(seed + sum(shape)).standard_normal(shape).astype(np.float32)


def i(*values):
    return np.array(values, np.int64)


def operators():
    """(operator, inputs, attributes, number of outputs, opset)"""
    x, y = f(2, 3, 4), f(3, 1, seed=5)
    bytes_ = np.arange(12, dtype=np.uint8).reshape(3, 4) * 20
    yes = np.array([[True, False, True]])
    cases = [(op, [np.abs(x) + 0.1], {}, 1, 20) for op in ("Abs", "Exp", "Log", "Neg", "Reciprocal", "Sqrt", "Erf", "Tanh", "Sigmoid", "Relu", "Gelu")]
    cases += [(op, [x - 0.3], {}, 1, 20) for op in ("Abs", "Erf", "Tanh", "Sigmoid", "Relu", "Gelu")]
    cases += [(op, [x, y], {}, 1, 17) for op in ("Add", "Sub", "Mul", "Div", "Max", "Min", "Greater", "Less", "GreaterOrEqual", "LessOrEqual")]
    cases += [(op, [i(7, 8, 9), i(2)], {}, 1, 17) for op in ("Add", "Sub", "Mul", "Div", "Equal", "Max", "Min")]
    cases += [(op, [yes, yes.T], {}, 1, 17) for op in ("And", "Or")]
    cases += [
        ("Add", [y, x], {}, 1, 17), ("Add", [f(4), x], {}, 1, 17), ("Add", [x, f(4)], {}, 1, 17), ("Mul", [np.float32(3).reshape(()), x], {}, 1, 17),
        ("Pow", [np.abs(x), np.float32([2])], {}, 1, 17), ("Pow", [np.abs(x), f(4)], {}, 1, 17),
        ("Not", [yes], {}, 1, 17), ("IsNaN", [np.array([1, np.nan], np.float32)], {}, 1, 17), ("Where", [yes, f(2, 3), f(1)], {}, 1, 17),
        ("Clip", [x, np.float32(-0.5).reshape(()), np.float32(0.5).reshape(())], {}, 1, 17),
        ("Cast", [x * 3], {"to": TensorProto.INT64}, 1, 17), ("Cast", [i(0, 1, 2)], {"to": TensorProto.BOOL}, 1, 17), ("Cast", [yes], {"to": TensorProto.FLOAT}, 1, 17),
        ("ReduceMean", [x], {"axes": [1]}, 1, 17), ("ReduceMean", [x, i(0, -1)], {"keepdims": 0}, 1, 18), ("ReduceSum", [x, i(2)], {}, 1, 17),
        ("ReduceL2", [x], {"axes": [-1]}, 1, 17), ("ReduceMax", [x], {}, 1, 17),
        ("Softmax", [x], {}, 1, 17), ("Softmax", [x], {"axis": 1}, 1, 11), ("Softmax", [x], {"axis": 2}, 1, 11),
        ("LayerNormalization", [x, f(4), f(4, seed=9)], {"epsilon": 1e-6}, 1, 17),
        ("MatMul", [x, f(4, 5)], {}, 1, 17), ("MatMul", [f(9, 4), f(4, 5)], {}, 1, 17), ("MatMul", [f(2, 1, 3, 4), f(3, 4, 2)], {}, 1, 17),
        ("Gemm", [f(4, 3), f(5, 4), f(5)], {"transA": 1, "transB": 1, "alpha": 0.5, "beta": 2.0}, 1, 17),
        ("DynamicQuantizeLinear", [x], {}, 3, 17), ("DequantizeLinear", [bytes_, np.float32(0.1).reshape(()), np.array(7, np.uint8)], {}, 1, 17),
        ("MatMulInteger", [bytes_, bytes_.T.copy(), np.array(7, np.uint8), np.array(100, np.uint8)], {}, 1, 17),
        ("MatMulInteger", [bytes_, (bytes_.T // 2).astype(np.int8)], {}, 1, 17),
        ("Identity", [x], {}, 1, 17), ("Constant", [], {"value_ints": [4, 5]}, 1, 17), ("Constant", [], {"value_float": 0.5}, 1, 17),
        ("ConstantOfShape", [i(2, 2)], {"value": numpy_helper.from_array(i(7))}, 1, 17), ("ConstantOfShape", [i(3)], {}, 1, 17),
        ("Shape", [x], {}, 1, 17), ("Shape", [x], {"start": 1, "end": -1}, 1, 17), ("Reshape", [x, i(0, -1)], {}, 1, 17), ("Flatten", [x], {"axis": 2}, 1, 17),
        ("Squeeze", [f(1, 3, 1)], {}, 1, 17), ("Squeeze", [f(1, 3, 1), i(-1)], {}, 1, 17), ("Unsqueeze", [x, i(0, -1)], {}, 1, 17),
        ("Unsqueeze", [x], {"axes": [1, 3]}, 1, 11), ("Transpose", [x], {}, 1, 17), ("Transpose", [x], {"perm": [1, 0, 2]}, 1, 17),
        ("Concat", [x, f(2, 1, 4)], {"axis": 1}, 1, 17), ("Concat", [i(1, 2), i(3)], {"axis": 0}, 1, 17),
        ("Slice", [x, i(1, -3), i(9, -1), i(1, 2)], {}, 1, 17), ("Slice", [x, i(0), i(4), i(2), i(2)], {}, 1, 17),
        ("Split", [f(2, 5)], {"axis": 1, "num_outputs": 2}, 2, 18), ("Split", [f(2, 5), i(2, 3)], {"axis": 1}, 2, 17),
        ("Gather", [x, i(2, 0, -1)], {"axis": 1}, 1, 17), ("Gather", [i(5, 6, 7), np.array(1, np.int64)], {}, 1, 17), ("Gather", [bytes_, np.array([[2, 0]], np.int64)], {}, 1, 17),
        ("Expand", [y, i(2, 3, 2)], {}, 1, 17), ("Range", [np.array(2, np.int64), np.array(11, np.int64), np.array(3, np.int64)], {}, 1, 17),
    ]
    return cases


def single(op, inputs, attributes, outputs, opset):
    names = [f"y{n}" for n in range(outputs)]
    node = helper.make_node(op, [f"x{n}" for n in range(len(inputs))], names, **attributes)
    weights = [numpy_helper.from_array(np.asarray(value), f"x{n}") for n, value in enumerate(inputs)]
    given = [helper.make_empty_tensor_value_info(name) for name in names]
    graph = helper.make_graph([node], op, [], given, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    model = onnx.shape_inference.infer_shapes(model)
    results = session(model).run(None, {})
    answers = [{"shape": list(r.shape), "kind": str(r.dtype), "data": [float(v) for v in np.asarray(r, np.float64).ravel()]} for r in results]
    for answer in answers:
        answer["data"] = [round(v, 6) for v in answer["data"]]
    return {"op": op, "model": model.SerializeToString().hex(), "gives": answers}


def main():
    OUT.mkdir(exist_ok=True)
    model = toy()
    (OUT / "toy.onnx").write_bytes(model.SerializeToString())
    (OUT / "vocab.txt").write_text("\n".join(VOCAB) + "\n")
    (OUT / "toy.json").write_text("[\n" + ",\n".join(json.dumps(row) for row in golden(model)) + "\n]\n")
    (OUT / "operators.json").write_text("[\n" + ",\n".join(json.dumps(single(*case)) for case in operators()) + "\n]\n")


main()

"""Running an ONNX file as another program would: by the names of its inputs, and nothing else."""

import numpy as np
import onnxruntime

from core.sharing.onnx.export import onnx_bytes


def session(source, threads=0):
    """A runtime for a file's path or bytes."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(
        source if isinstance(source, bytes) else str(source),
        options,
        providers=["CPUExecutionProvider"],
    )


def answers(ready, frame):
    """The outputs by name for the rows of a frame: texts and numbers, None is an empty text."""
    given = {}
    for wanted in ready.get_inputs():
        values = frame[wanted.name]
        if wanted.type == "tensor(string)":
            column = np.array(values.astype(object).where(values.notna(), ""), dtype=object)
        else:
            assert wanted.type == "tensor(double)"
            column = values.to_numpy(np.float64)
        given[wanted.name] = column[:, None]
    names = [output.name for output in ready.get_outputs()]
    return dict(zip(names, ready.run(None, given), strict=True))


def assert_predicts_the_same(model, frame, source=None, threads=0, close=1e-9):
    found = answers(session(source or onnx_bytes(model), threads), frame)
    _, expected = model.predicted(frame)
    if model.classes:
        assert list(found) == ["label", "probabilities"]
        np.testing.assert_array_equal(found["label"], model.predict(frame))
        np.testing.assert_allclose(found["probabilities"], expected, rtol=0, atol=close)
    else:
        assert list(found) == ["predicted"]
        np.testing.assert_allclose(found["predicted"], expected, rtol=close, atol=close)

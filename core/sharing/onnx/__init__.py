"""Models as ONNX graphs, checked by onnxruntime before they are written."""

"""What leaves for other programs and people: ONNX, the report, scikit-learn's face, predictions."""

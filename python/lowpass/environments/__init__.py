"""Environments of Gymnasium: how they are made, seen, acted in, run and recorded."""

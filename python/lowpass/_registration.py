"""The environments of the package in Gymnasium's registry, where Gymnasium is installed."""

from importlib.util import find_spec


def register_environments() -> None:
    if find_spec("gymnasium") is None:
        return
    from gymnasium import register, registry

    for name in ("OctopusArm", "Poles"):
        if f"lowpass/{name}-v0" not in registry:
            register(
                f"lowpass/{name}-v0",
                entry_point=f"lowpass.envs:{name}",
                vector_entry_point=f"lowpass.envs:{name}Vector",
            )

"""Whether the workers have what this client has: others would give other bits, or none."""

from typing import Any

_PACKAGE = "ensemble-workbench"
_ALIKE = ("numpy", "numba", "pandas", "pyarrow", "distributed")
"""Packages that what is read, summed up or sent depends on."""
_LISTED = 5


def differing(client: Any) -> dict[str, str]:
    """Of workers that have other versions, what they have and what to do, by their addresses."""
    found = client.get_versions(packages=[_PACKAGE, *_ALIKE])
    own = found["client"]["packages"]
    return {
        where: sentence
        for where, theirs in sorted(found["workers"].items())
        if (sentence := _difference(where, own, (theirs or {}).get("packages") or {}))
    }


def listed(told: list[str]) -> str:
    """The first of some sentences, a line each, and how many more there are."""
    more = [f"And {len(told) - _LISTED} more."] if len(told) > _LISTED else []
    return "\n".join([*told[:_LISTED], *more])


def _difference(where: str, own: dict[str, Any], theirs: dict[str, Any]) -> str:
    if not theirs.get(_PACKAGE):
        return (
            f"The worker {where} has no {_PACKAGE}. Install it there: "
            f"pip install '{_PACKAGE}[cluster]=={own.get(_PACKAGE)}'"
        )
    python = [_minor(packages.get("python")) for packages in (own, theirs)]
    differ = [f"Python {python[1]}, not {python[0]}"] if python[0] != python[1] else []
    differ += [
        f"{name} {theirs.get(name) or 'missing'}, not {own.get(name)}"
        for name in (_PACKAGE, *_ALIKE)
        if theirs.get(name) != own.get(name)
    ]
    if not differ:
        return ""
    return (
        f"The worker {where} has {'; '.join(differ)}: results could differ. Install the same "
        "versions there and start it again."
    )


def _minor(version: Any) -> str:
    return ".".join(str(version).split(".")[:2])

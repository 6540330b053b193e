"""Takes the pictures: `python -m docs.making.pictures --theme light [GROUP ...]`.

A process has one theme and plays what it is told to; `python -m docs.making` starts several.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

SCALE = "1.5"
"""Pictures have so many pixels for one of the window: they are sharp on good screens, too."""


def main() -> int:
    """Play what is asked for, in a window without a screen."""
    parser = argparse.ArgumentParser(prog="python -m docs.making.pictures", description=__doc__)
    parser.add_argument("--theme", required=True)
    parser.add_argument("--out", type=Path, required=True, help="the folder of the build")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="what to take, else all")
    chosen = parser.parse_args()
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": SCALE, "LC_ALL": "C.UTF-8"}
    # Nobody's plugins, preferences or recent files are in a picture.
    os.environ["ENSEMBLE_WORKBENCH_PLUGINS"] = "off"

    from docs.making.places import Build
    from docs.making.shots import GROUPS
    from docs.making.stage import Stage
    from docs.making.stories import STORIES
    from workbench.frame.app import make_application

    build = Build(chosen.out)
    application = make_application(["docs"])
    for name in chosen.groups or [*GROUPS, *STORIES]:
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="docs-") as home:
            os.environ["ENSEMBLE_WORKBENCH_HOME"] = str(Path(home) / "home")
            folder = Path(home) / "files"
            folder.mkdir()
            stage = Stage(application, chosen.theme, build.pictures, folder)
            if name in GROUPS:
                GROUPS[name](stage)
            else:
                told = STORIES[name](stage)
                stage.save_film(f"stories/{name}-film")
                build.facts.mkdir(parents=True, exist_ok=True)
                file = build.facts / f"{name}.json"
                file.write_text(json.dumps(told, indent=1, ensure_ascii=False), encoding="utf-8")
            stage.close()
        print(f"{chosen.theme} {name}: {time.monotonic() - started:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

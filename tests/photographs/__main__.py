"""python -m tests.photographs: every place, view, tab and dialog, to be looked at by a person.

Pictures of each size and theme lie in a folder of their own below --out, with sheets of several
pictures for a first look. A scale of 200 shows a screen of many small pixels.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

SIZES = ("1280x720", "1600x1000", "2560x1440")


def main() -> int:
    """Photograph what is asked for, in a window without a screen."""
    parser = argparse.ArgumentParser(prog="python -m tests.photographs", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/photographs"))
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="WIDTHxHEIGHT")
    parser.add_argument("--themes", nargs="+", default=["light", "dark"])
    parser.add_argument("--scale", type=int, default=100, help="of the screen, in percent")
    parser.add_argument("--text", type=int, default=100, help="size of the text, in percent")
    parser.add_argument("--scenes", nargs="+", metavar="SCENE", help="what to take, else all")
    chosen = parser.parse_args()
    scale = str(chosen.scale / 100)
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale, "LC_ALL": "C.UTF-8"}
    os.environ["ENSEMBLE_WORKBENCH_PLUGINS"] = "off"

    from core.base.cache_folder import caches_folder
    from tests.photographs.camera import Camera
    from tests.photographs.scenes import SCENES
    from workbench.frame.app import make_application

    sizes = [(int(width), int(height)) for width, height in (s.split("x") for s in chosen.sizes)]
    application = make_application(["photographs"])
    kernels = caches_folder()  # what is compiled is the same; data of the scenes are not kept
    kernels.mkdir(parents=True, exist_ok=True)
    for name in chosen.scenes or SCENES:
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="photographs-") as home:
            os.environ["ENSEMBLE_WORKBENCH_HOME"] = str(Path(home) / "home")
            cache = Path(home) / "cache"
            os.environ["XDG_CACHE_HOME"] = str(cache)
            (cache / kernels.parent.name).mkdir(parents=True)
            (cache / kernels.parent.name / kernels.name).symlink_to(kernels)
            folder = Path(home) / "files"
            folder.mkdir()
            camera = Camera(application, chosen.out / name, folder, sizes, chosen.themes)
            camera.resize_text(chosen.text)
            SCENES[name](camera)
            camera.make_sheets()
            camera.close()
        print(f"{name}: {time.monotonic() - started:.0f} s", flush=True)
    print(f"The pictures are in {chosen.out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

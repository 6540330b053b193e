"""A real browser to look at a page with: Chromium without a window, driven over its own pipe.

The DevTools protocol is JSON, a message ends with a zero byte; Chromium reads from descriptor 3
and writes to 4. https://chromedevtools.github.io/devtools-protocol/
"""

import base64
import contextlib
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
_SECONDS = 60
_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-default-apps",
    "--remote-debugging-pipe",
)
# Gives the program the two ends of the pipes as its descriptors 3 and 4, and becomes it.
_LAUNCHER = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for place, end in enumerate(ends, 3):
    os.dup2(end, place)
os.execv(sys.argv[3], sys.argv[3:])
"""


_KEYS = {
    "Tab": 9,
    "Enter": 13,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
}


class Browser:
    """One page in one browser; `requests` and `complaints` are what it did and said so far."""

    def __init__(self, folder):
        self.requests, self.complaints = [], []
        self._numbers = 0
        self._answers = {}
        self._messages = queue.Queue()
        self._session = None
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()

        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                _LAUNCHER,
                str(to_read),
                str(to_write),
                PROGRAM,
                *_OPTIONS,
                f"--user-data-dir={folder}",
                "about:blank",
            ],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": str(folder)},
        )
        os.close(to_read)
        os.close(to_write)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        pages = self.ask("Target.getTargets")["targetInfos"]
        page = next(each["targetId"] for each in pages if each["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def open(self, address):
        """Go to an address and wait until everything of it is there."""
        self.requests.clear()
        self.complaints.clear()
        self.ask("Page.navigate", url=address)
        self._until(lambda: self.value("document.readyState") == "complete")

    def value(self, expression):
        """What a JavaScript expression gives."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def look(self, width, height=900, is_dark=False):
        """Make the page so wide, light or dark."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])

    def press(self, key):
        """Press a key, as a person does: what has the focus gets it."""
        text = {"text": "\r"} if key == "Enter" else {}
        number = _KEYS[key]
        for kind in ("keyDown", "keyUp"):
            self.ask(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=number,
                **text,
            )

    def click(self, selector):
        """Click into the middle of an element that is brought into view first."""
        self.value(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center'}})")
        x, y = self.value(
            f"(box => [box.x + box.width / 2, box.y + box.height / 2])"
            f"(document.querySelector({selector!r}).getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def until(self, expression):
        """Wait until a JavaScript expression is true."""
        self._until(lambda: self.value(expression))

    def picture(self):
        """All of the page as the bytes of a PNG."""
        taken = self.ask("Page.captureScreenshot", captureBeyondViewport=True)
        return base64.b64decode(taken["data"])

    def print(self):
        """The page on paper, as the bytes of a PDF."""
        return base64.b64decode(self.ask("Page.printToPDF")["data"])

    def ask(self, method, **parameters):
        """Send a command and wait for its answer."""
        self._numbers += 1
        number = self._numbers
        message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        self._until(lambda: number in self._answers)
        answer = self._answers.pop(number)
        assert "error" not in answer, answer
        return answer["result"]

    def close(self):
        """End the browser."""
        with contextlib.suppress(OSError):
            os.write(self._out, b'{"id": 0, "method": "Browser.close"}\0')
        try:
            self._process.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._out)
        self._reader.join()
        os.close(self._in)

    def _until(self, is_there):
        end = time.monotonic() + _SECONDS
        while not is_there():
            assert time.monotonic() < end, "the browser does not answer"
            with contextlib.suppress(queue.Empty):
                self._take(self._messages.get(timeout=0.05))

    def _take(self, message):
        what, told = message.get("method"), message.get("params", {})
        if "id" in message:
            self._answers[message["id"]] = message
        elif what == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif what == "Log.entryAdded":
            self.complaints.append(told["entry"]["text"])
        elif what in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.complaints.append(json.dumps(told))

    def _read(self):
        waiting = b""
        while block := os.read(self._in, 1 << 20):
            *messages, waiting = (waiting + block).split(b"\0")
            for message in messages:
                self._messages.put(json.loads(message))


@contextlib.contextmanager
def browser(folder):
    """A browser with its own empty folder, closed in the end."""
    made = Browser(folder)
    try:
        yield made
    finally:
        made.close()

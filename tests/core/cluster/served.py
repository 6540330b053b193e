"""A cluster as a person starts it: a scheduler and workers, each by its command."""

import json
import subprocess
import sys
import time

from core.cluster.dask_office import DaskOffice


class Served:
    """A scheduler and workers as a person starts them, each a process."""

    def __init__(self, folder, host="127.0.0.1", within=()):
        """At a host, by a command that runs another there."""
        self._folder, self._host, self._within, self.processes = folder, host, within, []
        self._known = folder / "scheduler.json"

    def scheduler(self, *options):
        """Start a scheduler; gives its address."""
        self._start("scheduler", (self._host, self._within), "--port", "0", *options)
        self._wait(lambda: self._known.exists() and self._known.read_text())
        return json.loads(self._known.read_text())["address"]

    def worker(self, *options, host=None, within=(), **given):
        """Start a worker of one thread, at another host if told so."""
        there = (host, within) if host else (self._host, self._within)
        return self._start("worker", there, "--nthreads", "1", *options, **given)

    def wait_for(self, address, workers):
        """Wait until so many workers are there."""
        office = DaskOffice(address)
        self._wait(lambda: len(office._addresses()) >= workers)
        office.close()

    def _wait(self, is_there):
        latest = time.monotonic() + 120
        while not is_there() and time.monotonic() < latest:
            time.sleep(0.1)
        assert is_there()

    def _start(self, name, there, *options, **given):
        host, within = there
        command = [*within, sys.executable, "-m", f"distributed.cli.dask_{name}", "--host", host]
        own = [*command, "--no-dashboard", "--scheduler-file", str(self._known), *options]
        with (self._folder / f"{name} {len(self.processes)}.log").open("w") as log:
            process = subprocess.Popen(own, stdout=log, stderr=log, **given)
        self.processes.append(process)
        return process

    def end(self):
        """End all of them; a nanny takes its worker along only if it is asked to go."""
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(20)

"""Measures reading all samples of a dataset, beside segments-ai: `measure_list.py URL KEY DATASET own|segments`.

Prints the samples, the seconds, those of the processor in this process, and the memory that was added.
"""

import importlib
import resource
import sys
import time
from collections.abc import Iterator
from typing import Any

PAGE = 1000


def list_own(url: str, key: str, dataset: str) -> Iterator[Any]:
    """List with this package."""
    import annotary

    with annotary.Client(url, key) as client:
        yield from client.samples.list(dataset)


def list_segments(url: str, key: str, dataset: str) -> Iterator[Any]:
    """List with segments-ai, which returns one page for each call."""
    client: Any = importlib.import_module("segments").SegmentsClient(key, f"{url}/")
    page = 1
    while True:
        samples: list[Any] = client.get_samples(dataset, page=page, per_page=PAGE)
        yield from samples
        if len(samples) < PAGE:
            return
        page += 1


def measure(url: str, key: str, dataset: str, name: str) -> None:
    """Measure one of the two. The first sample is not counted, because it loads the package."""
    samples = {"own": list_own, "segments": list_segments}[name](url, key, dataset)
    next(samples)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun, processor = time.perf_counter(), time.process_time()
    count = 1 + sum(1 for _ in samples)
    seconds, own = time.perf_counter() - begun, time.process_time() - processor
    added = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
    print(f"{name}: {count} samples, {seconds:.1f} s, processor {own:.2f} s, {added:.0f} MB")


if __name__ == "__main__":
    measure(*sys.argv[1:5])

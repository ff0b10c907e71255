"""A model that labels samples before people do: it claims batches, predicts, and answers each claim.

    ANNOTARY_URL=http://localhost:8080 ANNOTARY_KEY=ann_… python worker.py owner/dataset v1
"""

import os
import sys
from typing import Any

from annotary import Client, OpenClaim, errors, models


class CannotPredict(Exception):
    """The model has no label for a sample, and says why."""


def predict(sample: models.Sample) -> dict[str, Any]:
    """Return a label for the sample. Replace it by your model."""
    image = (sample.attributes or {}).get("image")
    if image is None:
        raise CannotPredict("The sample has no image.")
    box = {"id": 1, "category_id": 1, "type": "bbox", "points": [[10, 10], [60, 40]], "score": 0.9}
    return {"annotations": [box]}


def answer(claim: OpenClaim, version: str) -> bool:
    """Answer a claim. Return whether it was with a label."""
    try:
        attributes = predict(claim.sample)
        claim.prelabel(model_version=version, attributes=attributes, score=0.9)
        return True
    except (CannotPredict, errors.InvalidInput) as reason:
        # A label that does not fit the configuration would be refused again, if the sample were given back.
        claim.decline(model_version=version, reason=str(reason)[:2000])
        return False


def work(client: Client, dataset: str, version: str, poll_seconds: float | None = None) -> int:
    """Answer all claims, and wait for more with `poll_seconds`. Return the number of labels."""
    labels = 0
    with client.queue.work(dataset, "prelabeling", poll_seconds=poll_seconds) as queue:
        for claim in queue:
            try:
                labels += answer(claim, version)
            except errors.Conflict:
                # A person was faster.
                if not claim.lost:
                    raise
    return labels


if __name__ == "__main__":
    work(Client(os.environ["ANNOTARY_URL"], os.environ["ANNOTARY_KEY"]), sys.argv[1], sys.argv[2], poll_seconds=5)

"""A loop over a queue: each sample is claimed, its lease renewed, and the claim ended or released."""

from collections.abc import Callable, Generator
from contextlib import suppress
from types import TracebackType
from typing import Literal

from typing_extensions import Self, Unpack

from annotary import models
from annotary._problem import AnnotaryError, ApiError, UnfinishedClaim
from annotary._sync.groups import ClaimsGroup, PredictionsGroup, QueueGroup
from annotary._sync.platform import Background, Eventual, Stop
from annotary._values import JsonObject
from annotary._work import Work

QueueName = Literal["prelabeling", "labeling", "reviewing"]

# A request that fails leaves time for others before the lease ends.
RENEWALS_PER_LEASE = 3

# The codes of a claim that has ended without its holder.
LOST = ("stale_claim", "claim_ended", "claim_not_found", "touched_by_person")


class OpenClaim:
    """A claimed sample, whose lease is renewed until the claim ends."""

    def __init__(self, claims: ClaimsGroup, predictions: PredictionsGroup, claimed: models.ClaimedSample) -> None:
        self._claims = claims
        self._predictions = predictions
        self.claimed = claimed
        self.sample = claimed.sample
        self.label = claimed.label
        self.ended = False
        """Whether the claim is over: by a call of this object, or because it was lost."""
        self.lost = False
        """Whether the claim expired, was taken back, or was ended elsewhere."""

    def submit(self, **work: Unpack[Work]) -> models.WorkDone:
        """Submit the label, and end the claim."""
        return self._end(self._claims.submit, work)

    def skip(self, **work: Unpack[Work]) -> models.WorkDone:
        """Mark the sample as skipped, and end the claim."""
        return self._end(self._claims.skip, work)

    def accept(self, **work: Unpack[Work]) -> models.WorkDone:
        """Accept the label that is reviewed, optionally with changes, and end the claim."""
        return self._end(self._claims.accept, work)

    def reject(self, **work: Unpack[Work]) -> models.WorkDone:
        """Reject the label that is reviewed, and end the claim."""
        return self._end(self._claims.reject, work)

    def prelabel(
        self, *, model_version: str, attributes: JsonObject, score: float | None = None
    ) -> models.PrelabelDone:
        """Submit the label of a model, and end the claim. Objects may have a `score` each."""
        try:
            done = self._predictions.prelabel(
                self.claimed.claim_id, model_version=model_version, attributes=attributes, score=score
            )
        except ApiError as error:
            self.note_loss(error)
            raise
        self.ended = True
        return done

    def decline(self, *, model_version: str, reason: str) -> models.DeclineDone:
        """Give the reason why the model has no label, and end the claim."""
        try:
            done = self._predictions.decline(self.claimed.claim_id, model_version=model_version, reason=reason)
        except ApiError as error:
            self.note_loss(error)
            raise
        self.ended = True
        return done

    def save(self, **work: Unpack[Work]) -> models.WorkDone:
        """Save the label so far. The claim stays open."""
        return self._perform(self._claims.save, work)

    def release(self) -> None:
        """Return the sample to the queue."""
        self._claims.give_back(self.claimed.claim_id)
        self.ended = True

    def _end(self, action: Callable[..., Eventual[models.WorkDone]], work: Work) -> models.WorkDone:
        done = self._perform(action, work)
        self.ended = True
        return done

    def _perform(self, action: Callable[..., Eventual[models.WorkDone]], work: Work) -> models.WorkDone:
        try:
            return action(self.claimed.claim_id, **work)
        except ApiError as error:
            self.note_loss(error)
            raise

    def note_loss(self, error: ApiError) -> None:
        """Note that the claim is over, if an error says so."""
        if error.code in LOST:
            self.lost = self.ended = True


class Renewal:
    """Renews a claim in the background."""

    def __init__(self, claims: ClaimsGroup, claim: OpenClaim, lease_seconds: int | None) -> None:
        claimed = claim.claimed
        self._claims = claims
        self._claim = claim
        self._lease_seconds = lease_seconds
        self._interval = (claimed.expires_at - claimed.claimed_at).total_seconds() / RENEWALS_PER_LEASE
        self._stop = Stop()
        self._background = Background(self._run)

    def _run(self) -> None:
        while not self._stop.wait(self._interval):
            if self._claim.ended:
                return
            try:
                self._claims.renew(self._claim.claimed.claim_id, lease_seconds=self._lease_seconds)
            except ApiError as error:
                self._claim.note_loss(error)
            except AnnotaryError:
                # The server may be back before the lease ends.
                continue

    def stop(self) -> None:
        """Wait until no request is in progress."""
        self._stop.set()
        self._background.join()


class Worker:
    """The claims of a queue, one after the other.

    A claim that the body of the loop leaves by an exception, `break` or `return` is released. Used as a context
    manager, this happens before the block ends; without one, when the loop drops its iterator.
    """

    def __init__(
        self,
        queue: QueueGroup,
        claims: ClaimsGroup,
        predictions: PredictionsGroup,
        renewals: ClaimsGroup,
        dataset: str,
        name: QueueName,
        lease_seconds: int | None,
        poll_seconds: float | None,
    ) -> None:
        self._queue = queue
        self._claims = claims
        self._predictions = predictions
        self._renewals = renewals
        self._dataset = dataset
        self._name = name
        self._lease_seconds = lease_seconds
        self._poll_seconds = poll_seconds
        self._stop = Stop()
        self._is_entered = False
        self._iterator: Generator[OpenClaim, None] | None = None

    def stop(self) -> None:
        """End the loop after the present claim. A worker that waits for samples ends at once."""
        self._stop.set()

    def __iter__(self) -> Generator[OpenClaim, None]:
        iterator = self._run()
        # Without a block that closes it, the iterator ends when the loop drops the last reference.
        self._iterator = iterator if self._is_entered else None
        return iterator

    def _run(self) -> Generator[OpenClaim, None]:
        while not self._stop.is_set():
            claimed = self._queue.claim(self._dataset, self._name, count=1, lease_seconds=self._lease_seconds)
            if not claimed:
                if self._poll_seconds is None or self._stop.wait(self._poll_seconds):
                    return
                continue
            claim = OpenClaim(self._claims, self._predictions, claimed[0])
            renewal = Renewal(self._renewals, claim, self._lease_seconds)
            is_left_open = False
            try:
                yield claim
                is_left_open = not claim.ended
            finally:
                renewal.stop()
                if not claim.ended:
                    # The lease ends by itself, and an error here would hide that of the loop.
                    with suppress(AnnotaryError):
                        claim.release()
            if is_left_open:
                # The queue would give the same sample again.
                raise UnfinishedClaim(f"The claim on {claim.sample.name} was neither ended nor released by the loop.")

    def __enter__(self) -> Self:
        self._is_entered = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()
        if self._iterator is not None:
            self._iterator.close()

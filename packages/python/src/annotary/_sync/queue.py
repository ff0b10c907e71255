"""Operations on queues that are more than one request."""

from dataclasses import replace

from annotary._sync.groups import ClaimsGroup, PredictionsGroup, QueueGroup
from annotary._sync.transport import Transport
from annotary._sync.work import QueueName, Worker


class Queue(QueueGroup):
    """Operations on queues."""

    def work(
        self,
        dataset: str,
        queue: QueueName = "labeling",
        *,
        lease_seconds: int | None = None,
        poll_seconds: float | None = None,
    ) -> Worker:
        """Return a loop over the samples that wait in a queue.

        The claims of an account are its own: workers that run at the same time need an account each.

        Args:
            dataset: The full name of the dataset.
            queue: The queue.
            lease_seconds: Seconds until a sample returns to the queue when this process dies.
            poll_seconds: Seconds between requests while no sample waits. Without it, the loop ends then.
        """
        # A renewal is repeated by its own interval.
        settings = replace(self._transport.settings, retries=0)
        renewals = ClaimsGroup(Transport(settings, self._transport.http))
        claims = ClaimsGroup(self._transport)
        predictions = PredictionsGroup(self._transport)
        return Worker(self, claims, predictions, renewals, dataset, queue, lease_seconds, poll_seconds)

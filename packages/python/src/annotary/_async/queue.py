"""Operations on queues that are more than one request."""

from dataclasses import replace

from annotary._async.groups import AsyncClaimsGroup, AsyncPredictionsGroup, AsyncQueueGroup
from annotary._async.transport import AsyncTransport
from annotary._async.work import AsyncWorker, QueueName


class AsyncQueue(AsyncQueueGroup):
    """Operations on queues."""

    def work(
        self,
        dataset: str,
        queue: QueueName = "labeling",
        *,
        lease_seconds: int | None = None,
        poll_seconds: float | None = None,
    ) -> AsyncWorker:
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
        renewals = AsyncClaimsGroup(AsyncTransport(settings, self._transport.http))
        claims = AsyncClaimsGroup(self._transport)
        predictions = AsyncPredictionsGroup(self._transport)
        return AsyncWorker(self, claims, predictions, renewals, dataset, queue, lease_seconds, poll_seconds)

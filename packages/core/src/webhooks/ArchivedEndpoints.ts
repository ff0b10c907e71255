import { Effect, Ref } from "effect"
import type { EndpointRecord } from "../domain/archive/otherRecords.ts"
import type { Dataset } from "../domain/Dataset.ts"

/** Reads and restores the webhook endpoints of a dataset. Checks no permissions. */
export interface EndpointArchive {
  /** The endpoints of the dataset's owner that name it, without secrets, custom headers and state. */
  readonly records: (dataset: Dataset) => Effect.Effect<ReadonlyArray<EndpointRecord>>
  /**
   * Inserts endpoints of the dataset's owner for this dataset alone, disabled and with fresh secrets. Returns how many. Those that
   * exist stay as they are.
   */
  readonly restore: (dataset: Dataset, all: ReadonlyArray<EndpointRecord>) => Effect.Effect<number>
}

const withoutWebhooks: EndpointArchive = {
  records: () => Effect.succeed([]),
  restore: () => Effect.succeed(0),
}

/**
 * Webhook endpoints in archives. An engine is built before its webhooks, which register here what reads and restores their endpoints.
 * Without webhooks it archives none and restores none.
 */
export class ArchivedEndpoints extends Effect.Service<ArchivedEndpoints>()(
  "@annotary/core/ArchivedEndpoints",
  {
    effect: Effect.map(Ref.make(withoutWebhooks), (registered) => {
      const listRecords: EndpointArchive["records"] = (dataset) =>
        Effect.flatMap(Ref.get(registered), (archive) => archive.records(dataset))

      const restore: EndpointArchive["restore"] = (dataset, all) =>
        Effect.flatMap(Ref.get(registered), (archive) => archive.restore(dataset, all))

      const register = (archive: EndpointArchive): Effect.Effect<void> => Ref.set(registered, archive)

      return { records: listRecords, restore, register }
    }),
  },
) {}

/** The endpoints of an engine with webhooks, for its archives. */
import { Effect, Layer, Option } from "effect"
import type { EndpointRecord } from "../domain/archive/otherRecords.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { now } from "../domain/Timestamp.ts"
import type { Endpoint, SealedSecret } from "../domain/webhooks/Endpoint.ts"
import { ArchivedEndpoints, type EndpointArchive } from "./ArchivedEndpoints.ts"
import { EndpointSecrets } from "./EndpointSecrets.ts"
import { EndpointStore } from "./EndpointStore.ts"

/** Registers the endpoints of the storage with the engine's archives. */
export const layerEndpointArchive: Layer.Layer<
  never,
  never,
  ArchivedEndpoints | EndpointSecrets | EndpointStore
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* EndpointStore
    const secrets = yield* EndpointSecrets
    const archived = yield* ArchivedEndpoints

    const listRecords: EndpointArchive["records"] = (dataset) =>
      Effect.map(store.ofOwner(dataset.owner), (all) =>
        all
          .filter(({ datasets }) => datasets?.includes(dataset.id) === true)
          .map(toRecord)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      )

    const restore: EndpointArchive["restore"] = (dataset, all) =>
      Effect.gen(function* () {
        let restored = 0
        for (const record of all) {
          if (Option.isSome(yield* store.byId(record.id))) continue
          const fresh = secrets.create(record.id, { kind: "v1", text: undefined }, yield* now)
          // Only a given secret can be refused.
          yield* store.insert(fromRecord(record, dataset, yield* Effect.orDie(fresh)))
          restored += 1
        }
        return restored
      })

    yield* archived.register({ records: listRecords, restore })
  }),
)

const toRecord = ({
  datasets: _,
  disabledReason: __,
  enabled: ___,
  headers: ____,
  owner: _____,
  secrets: ______,
  ...record
}: Endpoint): EndpointRecord => record

const fromRecord = (record: EndpointRecord, { id, owner }: Dataset, secret: SealedSecret): Endpoint => ({
  ...record,
  owner,
  datasets: [id],
  enabled: false,
  disabledReason: "owner",
  headers: [],
  secrets: [secret],
})

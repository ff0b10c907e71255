import { Effect } from "effect"
import type { Username } from "../domain/Names.ts"
import {
  type Endpoint,
  type EndpointDetails,
  type EndpointHealth,
  omitSecrets,
} from "../domain/webhooks/Endpoint.ts"
import type { KeySetId } from "../domain/webhooks/KeySet.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { EndpointDatasets } from "./EndpointDatasets.ts"
import { EndpointStore } from "./EndpointStore.ts"
import { KeySets } from "./KeySets.ts"
import type { EndpointCounts } from "./views.ts"

/** An endpoint with its health and counts. */
export interface EndpointView {
  readonly endpoint: EndpointDetails
  /**
   * `owner/name` of the datasets that it subscribes to; null: all. Deleted datasets, and those of another account by
   * now, are left out.
   */
  readonly datasets: ReadonlyArray<string> | null
  readonly health: EndpointHealth
  /** The id of the account's public keys; null while the endpoint has no `v1a` secret. */
  readonly keySet: KeySetId | null
  readonly lastDay: EndpointCounts
  readonly lastWeek: EndpointCounts
}

const well: EndpointHealth = { failingSince: null, lastFailureAt: null, pausedUntil: null }
const nothing: EndpointCounts = { delivered: 0, failed: 0, dead: 0 }

const isAsymmetric = ({ secrets }: Endpoint): boolean => secrets.some(({ kind }) => kind === "v1a")

/** Endpoints as their owners see them: with their health and counts, never with a secret. */
export class EndpointViews extends Effect.Service<EndpointViews>()("@annotary/core/EndpointViews", {
  effect: Effect.gen(function* () {
    const store = yield* EndpointStore
    const deliveries = yield* DeliveryStore
    const datasets = yield* EndpointDatasets
    const keySets = yield* KeySets

    /** The views of several endpoints, in the order given. */
    const readAll = (endpoints: ReadonlyArray<Endpoint>) =>
      Effect.gen(function* () {
        const ids = endpoints.map(({ id }) => id)
        if (ids.length === 0) return []
        const health = yield* store.health(ids)
        const [lastDay, lastWeek] = [yield* deliveries.counts(ids, 24), yield* deliveries.counts(ids, 7 * 24)]
        const keySetOf = yield* readKeySets(endpoints)
        return yield* Effect.forEach(endpoints, (endpoint) =>
          Effect.map(
            datasets.listNames(endpoint),
            (names): EndpointView => ({
              endpoint: omitSecrets(endpoint),
              datasets: names,
              keySet: isAsymmetric(endpoint) ? (keySetOf.get(endpoint.owner) ?? null) : null,
              health: health.get(endpoint.id) ?? well,
              lastDay: lastDay.get(endpoint.id) ?? nothing,
              lastWeek: lastWeek.get(endpoint.id) ?? nothing,
            }),
          ),
        )
      })

    /** The key sets by owner, each read once. */
    const readKeySets = (endpoints: ReadonlyArray<Endpoint>) => {
      const owners = [...new Set(endpoints.filter(isAsymmetric).map(({ owner }) => owner))]
      return Effect.map(
        Effect.forEach(owners, (owner) =>
          Effect.map(keySets.findKeySetId(owner), (id): readonly [Username, KeySetId] => [owner, id]),
        ),
        (ids) => new Map(ids),
      )
    }

    /** The view of one endpoint. */
    const readView = (endpoint: Endpoint) =>
      Effect.flatMap(readAll([endpoint]), ([view]) =>
        view === undefined ? Effect.dieMessage("An endpoint without a view.") : Effect.succeed(view),
      )

    return { readView, readAll }
  }),
}) {
  static readonly dependencies = [EndpointDatasets, KeySets] as const
}

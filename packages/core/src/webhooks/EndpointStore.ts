/** The port for endpoints. */
import { Context, type Effect, type Option } from "effect"
import type { EndpointId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { DisabledReason, Endpoint, EndpointHealth } from "../domain/webhooks/Endpoint.ts"
import type { KeySetId } from "../domain/webhooks/KeySet.ts"

/** The endpoint to enable or disable. Null reason: enable it. */
export interface EnabledChange {
  readonly id: EndpointId
  readonly reason: DisabledReason | null
}

/**
 * Storage of endpoints. Every change locks the endpoint's row until the caller's transaction ends, so that of
 * concurrent changes each sees the result of the previous one.
 */
export class EndpointStore extends Context.Tag("@annotary/core/EndpointStore")<
  EndpointStore,
  {
    /** Inserts an endpoint, healthy and without requests in flight. */
    readonly insert: (endpoint: Endpoint) => Effect.Effect<void>
    /** The endpoint. Inside a transaction it locks the row until the transaction ends. */
    readonly byId: (id: EndpointId) => Effect.Effect<Option.Option<Endpoint>>
    /**
     * The endpoints of the owner, oldest first. Inside a transaction nobody else adds one for the owner until the
     * transaction ends.
     */
    readonly ofOwner: (owner: Username) => Effect.Effect<ReadonlyArray<Endpoint>>
    /**
     * Updates all fields but `id`, `owner`, `createdAt`, `enabled` and `disabledReason`. False when the endpoint was
     * removed.
     */
    readonly update: (endpoint: Endpoint) => Effect.Effect<boolean>
    /**
     * Enables or disables the endpoint. Exactly one of several concurrent callers with the same change gets true;
     * false also when nothing changes (an older reason stays) or the endpoint was removed. Enabling resets its
     * health: no failures, no pause, one request in flight.
     */
    readonly setEnabled: (change: EnabledChange) => Effect.Effect<boolean>
    /**
     * Removes the endpoint; `DeliveryStore.prune` removes its deliveries. Exactly one of several concurrent callers
     * gets true.
     */
    readonly remove: (id: EndpointId) => Effect.Effect<boolean>
    /** The id of the account's key set. Without one, `fresh` is stored. All concurrent callers get the same id. */
    readonly keySet: (owner: Username, fresh: KeySetId) => Effect.Effect<KeySetId>
    /** The endpoints of the account with this key set, oldest first; null when no account has it. */
    readonly ofKeySet: (id: KeySetId) => Effect.Effect<ReadonlyArray<Endpoint> | null>
    /** The health of the endpoints that exist. At most 1000. */
    readonly health: (
      ids: ReadonlyArray<EndpointId>,
    ) => Effect.Effect<ReadonlyMap<EndpointId, EndpointHealth>>
  }
>() {}

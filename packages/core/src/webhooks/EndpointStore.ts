/** What the webhooks ask of storage about endpoints. */
import { Context, type Effect, type Option } from "effect"
import type { Username } from "../domain/Names.ts"
import type { DisabledReason, Endpoint, EndpointHealth } from "../domain/webhooks/Endpoint.ts"
import type { EndpointId } from "../domain/webhooks/ids.ts"
import type { KeySetId } from "../domain/webhooks/KeySet.ts"

/** Null reason: enabled. */
export interface EnabledChange {
  readonly id: EndpointId
  readonly reason: DisabledReason | null
}

/**
 * Every change holds its row against the other changes of the same endpoint until the caller's transaction ends, so that of
 * several that come at once each sees what the one before has made of it.
 */
export class EndpointStore extends Context.Tag("@annotary/core/EndpointStore")<
  EndpointStore,
  {
    /** Adds it, well and with nothing in flight. */
    readonly insert: (endpoint: Endpoint) => Effect.Effect<void>
    /** Inside a transaction nobody else changes or removes it until that ends. */
    readonly byId: (id: EndpointId) => Effect.Effect<Option.Option<Endpoint>>
    /** Oldest first. Inside a transaction nobody else adds one of the owner's until that ends. */
    readonly ofOwner: (owner: Username) => Effect.Effect<ReadonlyArray<Endpoint>>
    /** Writes all of it but `id`, `owner`, `createdAt`, `enabled` and `disabledReason`; false when it is gone. */
    readonly update: (endpoint: Endpoint) => Effect.Effect<boolean>
    /**
     * Enables or disables it. True for exactly one of those who ask for the same change at once; false also when it is so
     * already (then an older reason stays) or gone. Enabling makes it well: no failures, no pause, the window of one request.
     */
    readonly setEnabled: (change: EnabledChange) => Effect.Effect<boolean>
    /** Takes it away; what it has of deliveries is removed by `DeliveryStore.prune`. True for one of several callers. */
    readonly remove: (id: EndpointId) => Effect.Effect<boolean>
    /**
     * The id of the account's key set. One that has none is given `fresh`; of several callers at once all are answered the same.
     */
    readonly keySet: (owner: Username, fresh: KeySetId) => Effect.Effect<KeySetId>
    /** The endpoints of the account with this key set, oldest first; null when no account has it. */
    readonly ofKeySet: (id: KeySetId) => Effect.Effect<ReadonlyArray<Endpoint> | null>
    /** Of those that are there. At most 1000. */
    readonly health: (
      ids: ReadonlyArray<EndpointId>,
    ) => Effect.Effect<ReadonlyMap<EndpointId, EndpointHealth>>
  }
>() {}

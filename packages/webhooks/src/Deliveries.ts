/** Deliveries of an account's endpoints: seen, replayed, recovered. */
import { InvalidInput, type OutboxEvent, type Timestamp } from "@annotary/core"
import { Access, AuditLog, nextId, now, WakeUps } from "@annotary/core/effect"
import { Effect, Option } from "effect"
import { type Account, AccountFinder } from "./AccountFinder.ts"
import type { Attempt } from "./domain/Attempt.ts"
import type { Delivery } from "./domain/Delivery.ts"
import { WebhookConflict, WebhookNotFound } from "./domain/errors.ts"
import { type DeliveryId, type EndpointId, RecoveryId } from "./domain/ids.ts"
import { Endpoints } from "./Endpoints.ts"
import { DeliveryStore } from "./ports/DeliveryStore.ts"
import { EndpointStore } from "./ports/EndpointStore.ts"
import type { DeliveryFilter, Recoverable, Recovery } from "./ports/views.ts"

export interface DeliveryListAsk {
  readonly filter?: DeliveryFilter | undefined
  /** `owner/name` */
  readonly dataset?: string | undefined
  readonly before?: DeliveryId | undefined
  /** 1–1000, by default 100. */
  readonly limit?: number | undefined
}

/** One delivery with what came of it, and the event that it sends while that is kept. */
export interface DeliveryView {
  readonly delivery: Delivery
  /** Newest first, at most 100. */
  readonly attempts: ReadonlyArray<Attempt>
  readonly event: OutboxEvent | null
}

export interface RecoverAsk {
  readonly since: Timestamp
  /** By default now. */
  readonly until?: Timestamp | undefined
  /** Also events that were never sent to the endpoint and fit it as it is now. */
  readonly missing?: boolean | undefined
  /** Only tells how many there are. */
  readonly dryRun?: boolean | undefined
}

export interface RecoverAnswer {
  /** Null for a dry run. */
  readonly recovery: Recovery | null
  readonly scope: Pick<Recovery, "since" | "until" | "missing">
  /** What it takes up, counted up to {@link countedUpTo}. */
  readonly found: Recoverable
}

/** Counting goes no further: whoever has so many to recover does not need to know how many more. */
export const countedUpTo = 100_000

export class Deliveries extends Effect.Service<Deliveries>()("@annotary/webhooks/Deliveries", {
  effect: Effect.gen(function* () {
    const store = yield* DeliveryStore
    const endpoints = yield* Endpoints
    const endpointStore = yield* EndpointStore
    const accounts = yield* AccountFinder
    const access = yield* Access
    const audit = yield* AuditLog
    const wakeUps = yield* WakeUps

    /** Newest event first. A page may hold less than its limit; there are more as long as it tells a `next`. */
    const list = Effect.fn("Deliveries.list")(function* (
      id: EndpointId,
      ask: DeliveryListAsk = {},
      account: Account = {},
    ) {
      const endpoint = yield* endpoints.find(id, account)
      const limit = Math.min(Math.max(1, ask.limit ?? 100), 1000)
      return yield* store.list({
        endpoint: endpoint.id,
        filter: yield* filterOf(ask),
        before: ask.before ?? null,
        limit,
      })
    })

    const get = Effect.fn("Deliveries.get")(function* (id: DeliveryId, account: Account = {}) {
      const delivery = yield* find(id, account)
      const attempts = yield* store.attempts(delivery, { before: null, limit: 100 })
      const event = Option.getOrNull(yield* store.event(delivery))
      return { delivery, attempts, event } satisfies DeliveryView
    })

    /** Sends the same event once more, with the same id. One that is under way is answered as it is. */
    const replay = Effect.fn("Deliveries.replay")(function* (id: DeliveryId, account: Account = {}) {
      const delivery = yield* find(id, account)
      const endpoint = yield* endpoints.find(delivery.endpointId, account)
      if (!endpoint.enabled) return yield* new WebhookConflict({ code: "endpoint_disabled" })
      const answer = yield* store.replay(delivery)
      if (answer === "missing") return yield* new WebhookNotFound({ what: "delivery" })
      if (answer === "forgotten") return yield* new WebhookConflict({ code: "event_forgotten" })
      if (answer === "replayed") yield* wakeUps.wake("deliveries")
      return yield* find(id, account)
    })

    /** Sends again what is dead, held or missing of a time; in the background, behind what is live. */
    const recover = Effect.fn("Deliveries.recover")(function* (
      id: EndpointId,
      ask: RecoverAsk,
      account: Account = {},
    ) {
      const endpoint = yield* endpoints.find(id, account)
      const until = ask.until ?? (yield* now)
      if (until < ask.since) return yield* InvalidInput.at("/until", "must not be before `since`")
      const scope = { endpoint, since: ask.since, until, missing: ask.missing ?? false }
      const found = yield* store.recoverable(scope, countedUpTo)
      if (ask.dryRun === true) return { recovery: null, scope, found } satisfies RecoverAnswer
      if (!endpoint.enabled) return yield* new WebhookConflict({ code: "endpoint_disabled" })
      const recovery = yield* nextId(RecoveryId)
      if (!(yield* store.beginRecovery({ ...scope, id: recovery })))
        return yield* new WebhookConflict({ code: "recovery_running" })
      yield* audit.record({
        action: "webhook_endpoint.recovery_begun",
        account: endpoint.owner,
        details: { endpoint: id, since: ask.since, until, missing: scope.missing },
      })
      yield* wakeUps.wake("deliveries")
      return {
        recovery: Option.getOrNull(yield* store.recovery(recovery)),
        scope,
        found,
      } satisfies RecoverAnswer
    })

    /** The last ones of an endpoint, newest first. */
    const recoveries = Effect.fn("Deliveries.recoveries")(function* (id: EndpointId, account: Account = {}) {
      const endpoint = yield* endpoints.find(id, account)
      return yield* store.recoveries(endpoint.id)
    })

    const filterOf = ({ dataset, filter = {} }: DeliveryListAsk) => {
      if (dataset === undefined) return Effect.succeed(filter)
      const [owner = "", name = ""] = dataset.split("/", 2)
      return Effect.map(access.find({ _tag: "Name", owner, name }), (found) => ({
        ...filter,
        dataset: found.dataset.id,
      }))
    }

    const find = (id: DeliveryId, account: Account) =>
      Effect.gen(function* () {
        const { username } = yield* accounts.find(account)
        const own = (yield* endpointStore.ofOwner(username)).map((endpoint) => endpoint.id)
        const found = own.length === 0 ? Option.none<Delivery>() : yield* store.byId(own, id)
        return Option.isSome(found) ? found.value : yield* new WebhookNotFound({ what: "delivery" })
      })

    return { list, get, replay, recover, recoveries }
  }),
}) {}

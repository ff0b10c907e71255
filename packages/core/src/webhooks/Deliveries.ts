/** Deliveries of an account's endpoints: seen, replayed, recovered. */
import { Effect, Option } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import { InvalidInput } from "../domain/errors.ts"
import { nextId } from "../domain/Ids.ts"
import { now, type Timestamp } from "../domain/Timestamp.ts"
import type { Attempt } from "../domain/webhooks/Attempt.ts"
import type { Delivery, DeliveryAction, DeliveryState } from "../domain/webhooks/Delivery.ts"
import { WebhookConflict, WebhookNotFound } from "../domain/webhooks/errors.ts"
import { type DeliveryId, type EndpointId, RecoveryId } from "../domain/webhooks/ids.ts"
import { Access } from "../identity/Access.ts"
import { AuditLog } from "../identity/AuditLog.ts"
import { Notifier } from "../storage/Notifier.ts"
import { Transaction } from "../storage/Transaction.ts"
import { AccountFinder, type WebhookAccount } from "./AccountFinder.ts"
import { statesOf, usualStatesOf } from "./actions.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { EndpointFinder } from "./EndpointFinder.ts"
import { EndpointStore } from "./EndpointStore.ts"
import type { DeliveryFilter, Recoverable, Recovery } from "./views.ts"

export interface DeliveryListRequest {
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

export interface RecoverRequest {
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

export interface BulkRequest extends Pick<DeliveryListRequest, "filter" | "dataset"> {
  readonly action: DeliveryAction
  /** Goes on behind the `next` of an answer. */
  readonly after?: DeliveryId | null | undefined
  /** Only counts. */
  readonly dryRun?: boolean | undefined
}

export interface BulkAnswer {
  /** Those that the action takes, of those that were looked at. */
  readonly matched: number
  readonly changed: number
  /** Behind which to go on; null: there are no more. */
  readonly next: DeliveryId | null
}

/** Of each state a step looks at up to 1000. A call ends after 100 steps, or with the step that reaches 10 000 changes. */
const bulkWindow = 1000
const bulkSteps = 100
const mostChanged = 10_000

/** Counting goes no further: whoever has so many to recover does not need to know how many more. */
export const countedUpTo = 100_000

export class Deliveries extends Effect.Service<Deliveries>()("@annotary/core/Deliveries", {
  effect: Effect.gen(function* () {
    const store = yield* DeliveryStore
    const endpoints = yield* EndpointFinder
    const endpointStore = yield* EndpointStore
    const accounts = yield* AccountFinder
    const access = yield* Access
    const audit = yield* AuditLog
    const transaction = yield* Transaction
    const notifier = yield* Notifier

    /** Newest event first. A page may hold less than its limit; there are more as long as it tells a `next`. */
    const list = Effect.fn("Deliveries.list")(function* (
      id: EndpointId,
      ask: DeliveryListRequest = {},
      account: WebhookAccount = {},
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

    const get = Effect.fn("Deliveries.get")(function* (id: DeliveryId, account: WebhookAccount = {}) {
      const delivery = yield* find(id, account)
      const attempts = yield* store.attempts(delivery, { before: null, limit: 100 })
      const event = Option.getOrNull(yield* store.event(delivery))
      return { delivery, attempts, event } satisfies DeliveryView
    })

    /**
     * Sends the same event now, with the same id: also one that waits for its next attempt, and while the endpoint is paused.
     * One that is being sent is answered as it is.
     */
    const replay = Effect.fn("Deliveries.replay")(function* (id: DeliveryId, account: WebhookAccount = {}) {
      const delivery = yield* find(id, account)
      yield* sendable(yield* endpoints.find(delivery.endpointId, account), account)
      const answer = yield* store.replay(delivery)
      if (answer === "missing") return yield* new WebhookNotFound({ what: "delivery" })
      if (answer === "forgotten") return yield* new WebhookConflict({ code: "event_forgotten" })
      yield* notifier.notify(delivery.origin === "test" ? "webhook_tests" : "deliveries")
      return yield* find(id, account)
    })

    /** Gives a delivery up that waits, so that those behind it in the order go on; a recovery takes it up again. */
    const skip = Effect.fn("Deliveries.skip")((id: DeliveryId, account: WebhookAccount = {}) =>
      end(id, "skip", account),
    )

    /** Calls a delivery off that waits or is held: no recovery sends it, only a replay. */
    const cancel = Effect.fn("Deliveries.cancel")((id: DeliveryId, account: WebhookAccount = {}) =>
      end(id, "cancel", account),
    )

    const end = (id: DeliveryId, action: "skip" | "cancel", account: WebhookAccount) =>
      Effect.gen(function* () {
        const delivery = yield* find(id, account)
        const { owner } = yield* endpoints.find(delivery.endpointId, account)
        const answer = yield* store.end(delivery, action)
        if (answer === "missing") return yield* new WebhookNotFound({ what: "delivery" })
        if (answer === "sending") return yield* new WebhookConflict({ code: "delivery_sending" })
        if (answer === "ended") return yield* new WebhookConflict({ code: "delivery_ended" })
        const details = { endpoint: delivery.endpointId, delivery: id }
        yield* audit.record({ action: `webhook_delivery.${endedBy[action]}`, account: owner, details })
        yield* notifier.notify("deliveries")
        return yield* find(id, account)
      })

    /**
     * Replays, skips or cancels all deliveries of an endpoint that fit, oldest event first, behind what is live; or only counts
     * them. Where there are more than one call takes, its answer says where to go on. Each step commits with its audit row.
     */
    const bulk = Effect.fn("Deliveries.bulk")(function* (
      id: EndpointId,
      ask: BulkRequest,
      account: WebhookAccount = {},
    ) {
      const { action, after = null, dryRun = false } = ask
      const endpoint = yield* endpoints.find(id, account)
      const filter = { ...(yield* filterOf(ask)), states: yield* statesFor(ask) }
      if (action === "replay" && !dryRun) yield* sendable(endpoint, account)
      let answer: BulkAnswer = { matched: 0, changed: 0, next: after }
      let mayHaveChanged = false
      const stepBehind = (behind: DeliveryId | null) =>
        Effect.gen(function* () {
          const step = { endpoint, action, filter, after: behind, limit: bulkWindow, dryRun }
          const stepped = yield* store.bulk(step)
          if (stepped.changed === 0) return stepped
          mayHaveChanged = true
          yield* audit.record({
            action: `webhook_endpoint.deliveries_${endedBy[action]}`,
            account: endpoint.owner,
            details: { endpoint: id, changed: stepped.changed },
          })
          return stepped
        })
      const steps = Effect.gen(function* () {
        for (let step = 0; step < bulkSteps; step++) {
          const { changed, matched, next } = yield* transaction.run(stepBehind(answer.next))
          answer = { matched: answer.matched + matched, changed: answer.changed + changed, next }
          if (next === null || answer.changed >= mostChanged) break
        }
        return answer
      })
      // Steps that were committed stay when a later one fails or the call is interrupted.
      return yield* Effect.ensuring(
        steps,
        Effect.suspend(() => (mayHaveChanged ? notifier.notify("deliveries") : Effect.void)),
      )
    })

    /** Refused where nothing would be sent. */
    const sendable = ({ enabled }: { readonly enabled: boolean }, account: WebhookAccount) =>
      Effect.gen(function* () {
        if (!(yield* accounts.find(account)).webhooksEnabled)
          return yield* new WebhookConflict({ code: "webhooks_off" })
        if (!enabled) return yield* new WebhookConflict({ code: "endpoint_disabled" })
      })

    /** Sends again what is dead, held or missing of a time; in the background, behind what is live. */
    const recover = Effect.fn("Deliveries.recover")(function* (
      id: EndpointId,
      ask: RecoverRequest,
      account: WebhookAccount = {},
    ) {
      const endpoint = yield* endpoints.find(id, account)
      const until = ask.until ?? (yield* now)
      if (until < ask.since) return yield* InvalidInput.at("/until", "must not be before `since`")
      const scope = { endpoint, since: ask.since, until, missing: ask.missing ?? false }
      const found = yield* store.recoverable(scope, countedUpTo)
      const asked = { since: scope.since, until, missing: scope.missing }
      if (ask.dryRun === true) return { recovery: null, scope: asked, found } satisfies RecoverAnswer
      yield* sendable(endpoint, account)
      const recovery = yield* nextId(RecoveryId)
      if (!(yield* store.beginRecovery({ ...scope, id: recovery })))
        return yield* new WebhookConflict({ code: "recovery_running" })
      yield* audit.record({
        action: "webhook_endpoint.recovery_begun",
        account: endpoint.owner,
        details: { endpoint: id, since: ask.since, until, missing: scope.missing },
      })
      yield* notifier.notify("deliveries")
      return {
        recovery: Option.getOrNull(yield* store.recovery(recovery)),
        scope: asked,
        found,
      } satisfies RecoverAnswer
    })

    /** The last ones of an endpoint, newest first. */
    const recoveries = Effect.fn("Deliveries.recoveries")(function* (
      id: EndpointId,
      account: WebhookAccount = {},
    ) {
      const endpoint = yield* endpoints.find(id, account)
      return yield* store.recoveries(endpoint.id)
    })

    const filterOf = ({ dataset, filter = {} }: Pick<DeliveryListRequest, "dataset" | "filter">) => {
      if (dataset === undefined) return Effect.succeed(filter)
      const [owner = "", name = ""] = dataset.split("/", 2)
      return Effect.map(access.find({ _tag: "Name", owner, name }), (found) => ({
        ...filter,
        dataset: found.dataset.id,
      }))
    }

    const find = (id: DeliveryId, account: WebhookAccount) =>
      Effect.gen(function* () {
        const { username } = yield* accounts.find(account)
        const own = (yield* endpointStore.ofOwner(username)).map((endpoint) => endpoint.id)
        const found = own.length === 0 ? Option.none<Delivery>() : yield* store.byId(own, id)
        return Option.isSome(found) ? found.value : yield* new WebhookNotFound({ what: "delivery" })
      })

    return { list, get, replay, skip, cancel, bulk, recover, recoveries }
  }),
}) {}

const endedBy = { replay: "replayed", skip: "skipped", cancel: "cancelled" } as const

/** The states that were asked for, if the action takes them; else those that it usually takes. */
const statesFor = ({
  action,
  filter,
}: BulkRequest): Effect.Effect<ReadonlyArray<DeliveryState>, InvalidInput> => {
  const asked = [...new Set(filter?.states ?? [])]
  if (asked.length === 0) return Effect.succeed(usualStatesOf[action])
  return asked.every((state) => statesOf[action].includes(state))
    ? Effect.succeed(asked)
    : Effect.fail(InvalidInput.at("/states", `must be of ${statesOf[action].join(", ")} for this action`))
}

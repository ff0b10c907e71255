import { Effect, Option } from "effect"
import { Access } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import type { OutboxEvent } from "../domain/Event.ts"
import { InvalidInput } from "../domain/errors.ts"
import { type DeliveryId, type EndpointId, generateId, RecoveryId } from "../domain/Ids.ts"
import { now, type Timestamp } from "../domain/Timestamp.ts"
import type { Attempt } from "../domain/webhooks/Attempt.ts"
import type { Delivery, DeliveryAction, DeliveryState } from "../domain/webhooks/Delivery.ts"
import { WebhookConflict, WebhookNotFound } from "../domain/webhooks/errors.ts"
import { traced } from "../kernel/traced.ts"
import { Notifier } from "../storage/Notifier.ts"
import { Transaction } from "../storage/Transaction.ts"
import { AccountFinder, type WebhookAccount } from "./AccountFinder.ts"
import { statesOf, usualStatesOf } from "./actions.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { EndpointFinder } from "./EndpointFinder.ts"
import { EndpointStore } from "./EndpointStore.ts"
import { mergeDeliveryPages } from "./pages.ts"
import type { DeliveryFilter, Recoverable, Recovery } from "./views.ts"

/** The filter and the page of a list of deliveries. */
export interface DeliveryListRequest {
  readonly filter?: DeliveryFilter | undefined
  /** `owner/name` */
  readonly dataset?: string | undefined
  readonly before?: DeliveryId | undefined
  /** 1–1000. Defaults to 100. */
  readonly limit?: number | undefined
}

/** A delivery with its attempts, and its event as long as that is stored. */
export interface DeliveryView {
  readonly delivery: Delivery
  /** Newest first, at most 100. */
  readonly attempts: ReadonlyArray<Attempt>
  readonly event: OutboxEvent | null
}

/** The time range of a recovery, and what it includes. */
export interface RecoverRequest {
  readonly since: Timestamp
  /** Defaults to now. */
  readonly until?: Timestamp | undefined
  /** Whether to create deliveries of matching events that were never sent to the endpoint. */
  readonly missing?: boolean | undefined
  /** Counts the deliveries and changes nothing. */
  readonly dryRun?: boolean | undefined
}

/** The recovery that began, or the counts of a dry run. */
export interface RecoverAnswer {
  /** Null for a dry run. */
  readonly recovery: Recovery | null
  readonly scope: Pick<Recovery, "since" | "until" | "missing">
  /** The deliveries to recover, counted up to {@link countedUpTo}. */
  readonly found: Recoverable
}

/** An action on all matching deliveries of an endpoint. */
export interface BulkRequest extends Pick<DeliveryListRequest, "filter" | "dataset"> {
  readonly action: DeliveryAction
  /** The `next` of the previous answer. */
  readonly after?: DeliveryId | null | undefined
  /** Counts the deliveries and changes nothing. */
  readonly dryRun?: boolean | undefined
}

/** The result of an action on many deliveries. */
export interface BulkAnswer {
  /** The number of examined deliveries that the action applies to. */
  readonly matched: number
  readonly changed: number
  /** The position to continue from; null at the end. */
  readonly next: DeliveryId | null
}

/**
 * A step examines up to 1000 deliveries of each state. A call ends after 100 steps, or with the step that reaches 10
 * 000 changes.
 */
const bulkWindow = 1000
const bulkSteps = 100
const mostChanged = 10_000

/** The limit for counts in answers about recoveries. */
export const countedUpTo = 100_000

/** Deliveries to an account's endpoints: list, replay, skip, cancel and recover them. */
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

    /**
     * Lists deliveries, newest event first. A page may contain fewer than its limit; continue while it has a `next`.
     */
    const list = traced("Deliveries.list")(function* (
      id: EndpointId,
      request: DeliveryListRequest = {},
      account: WebhookAccount = {},
    ) {
      const endpoint = yield* endpoints.find(id, account)
      return yield* store.list({ endpoint: endpoint.id, ...(yield* readPage(request)) })
    })

    /** Lists deliveries to all endpoints of the account, newest event first, in pages as those of one endpoint. */
    const listAll = traced("Deliveries.listAll")(function* (
      request: DeliveryListRequest = {},
      account: WebhookAccount = {},
    ) {
      const { username } = yield* accounts.find(account)
      const page = yield* readPage(request)
      const own = yield* endpointStore.ofOwner(username)
      const lists = yield* Effect.forEach(own, ({ id }) => store.list({ endpoint: id, ...page }))
      return mergeDeliveryPages(lists, page.limit)
    })

    const readPage = (request: DeliveryListRequest) =>
      Effect.map(makeFilter(request), (filter) => ({
        filter,
        before: request.before ?? null,
        limit: Math.min(Math.max(1, request.limit ?? 100), 1000),
      }))

    /** Returns a delivery with its attempts and its event. */
    const get = traced("Deliveries.get")(function* (id: DeliveryId, account: WebhookAccount = {}) {
      const delivery = yield* find(id, account)
      const attempts = yield* store.attempts(delivery, { before: null, limit: 100 })
      const event = Option.getOrNull(yield* store.event(delivery))
      return { delivery, attempts, event } satisfies DeliveryView
    })

    /**
     * Sends the same event now, with the same id, even if the delivery waits for its next attempt or the endpoint is
     * paused. A delivery that is being sent is returned unchanged.
     */
    const replay = traced("Deliveries.replay")(function* (id: DeliveryId, account: WebhookAccount = {}) {
      const delivery = yield* find(id, account)
      yield* checkSendable(yield* endpoints.find(delivery.endpointId, account), account)
      const answer = yield* store.replay(delivery)
      if (answer === "missing") return yield* new WebhookNotFound({ what: "delivery" })
      if (answer === "forgotten") return yield* new WebhookConflict({ code: "event_forgotten" })
      yield* notifier.notify(delivery.origin === "test" ? "webhook_tests" : "deliveries")
      return yield* find(id, account)
    })

    /**
     * Gives up a waiting delivery, so that the deliveries behind it in the order continue. A recovery sends it again.
     */
    const skip = traced("Deliveries.skip")(function* (id: DeliveryId, account: WebhookAccount = {}) {
      return yield* end(id, "skip", account)
    })

    /** Cancels a waiting or held delivery. No recovery sends it, only a replay. */
    const cancel = traced("Deliveries.cancel")(function* (id: DeliveryId, account: WebhookAccount = {}) {
      return yield* end(id, "cancel", account)
    })

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
     * Replays, skips or cancels all matching deliveries of an endpoint, oldest event first and behind live ones; or
     * only counts them. When there are more than one call processes, the answer contains the position to continue
     * from. Each step commits with its audit row.
     */
    const runBulk = traced("Deliveries.bulk")(function* (
      id: EndpointId,
      request: BulkRequest,
      account: WebhookAccount = {},
    ) {
      const { action, after = null, dryRun = false } = request
      const endpoint = yield* endpoints.find(id, account)
      const filter = { ...(yield* makeFilter(request)), states: yield* listStates(request) }
      if (action === "replay" && !dryRun) yield* checkSendable(endpoint, account)
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
      // Committed steps remain when a later one fails or the call is interrupted.
      return yield* Effect.ensuring(
        steps,
        Effect.suspend(() => (mayHaveChanged ? notifier.notify("deliveries") : Effect.void)),
      )
    })

    /** Fails when the endpoint is disabled, because nothing would be sent. */
    const checkSendable = ({ enabled }: { readonly enabled: boolean }, account: WebhookAccount) =>
      Effect.gen(function* () {
        if (!(yield* accounts.find(account)).webhooksEnabled)
          return yield* new WebhookConflict({ code: "webhooks_off" })
        if (!enabled) return yield* new WebhookConflict({ code: "endpoint_disabled" })
      })

    /** Sends dead, held or missing deliveries of a time range again, in the background and behind live ones. */
    const recover = traced("Deliveries.recover")(function* (
      id: EndpointId,
      request: RecoverRequest,
      account: WebhookAccount = {},
    ) {
      const endpoint = yield* endpoints.find(id, account)
      const until = request.until ?? (yield* now)
      if (until < request.since) return yield* InvalidInput.at("/until", "must not be before `since`")
      const scope = { endpoint, since: request.since, until, missing: request.missing ?? false }
      const recoverable = yield* store.recoverable(scope, countedUpTo)
      const range = { since: scope.since, until, missing: scope.missing }
      if (request.dryRun === true)
        return { recovery: null, scope: range, found: recoverable } satisfies RecoverAnswer
      yield* checkSendable(endpoint, account)
      const recovery = yield* generateId(RecoveryId)
      if (!(yield* store.beginRecovery({ ...scope, id: recovery })))
        return yield* new WebhookConflict({ code: "recovery_running" })
      yield* audit.record({
        action: "webhook_endpoint.recovery_begun",
        account: endpoint.owner,
        details: { endpoint: id, since: request.since, until, missing: scope.missing },
      })
      yield* notifier.notify("deliveries")
      return {
        recovery: Option.getOrNull(yield* store.recovery(recovery)),
        scope: range,
        found: recoverable,
      } satisfies RecoverAnswer
    })

    /** Lists the latest recoveries of an endpoint, newest first. */
    const listRecoveries = traced("Deliveries.recoveries")(function* (
      id: EndpointId,
      account: WebhookAccount = {},
    ) {
      const endpoint = yield* endpoints.find(id, account)
      return yield* store.recoveries(endpoint.id)
    })

    const makeFilter = ({ dataset, filter = {} }: Pick<DeliveryListRequest, "dataset" | "filter">) => {
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
        const delivery = own.length === 0 ? Option.none<Delivery>() : yield* store.byId(own, id)
        return Option.isSome(delivery) ? delivery.value : yield* new WebhookNotFound({ what: "delivery" })
      })

    return { list, listAll, get, replay, skip, cancel, bulk: runBulk, recover, recoveries: listRecoveries }
  }),
}) {
  static readonly dependencies = [AccountFinder, EndpointFinder] as const
}

const endedBy = { replay: "replayed", skip: "skipped", cancel: "cancelled" } as const

/** The requested states that the action applies to, or the default states without a request. */
const listStates = ({
  action,
  filter,
}: BulkRequest): Effect.Effect<ReadonlyArray<DeliveryState>, InvalidInput> => {
  const requestedStates = [...new Set(filter?.states ?? [])]
  if (requestedStates.length === 0) return Effect.succeed(usualStatesOf[action])
  return requestedStates.every((state) => statesOf[action].includes(state))
    ? Effect.succeed(requestedStates)
    : Effect.fail(InvalidInput.at("/states", `must be of ${statesOf[action].join(", ")} for this action`))
}

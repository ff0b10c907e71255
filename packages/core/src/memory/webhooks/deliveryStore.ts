/** DeliveryStore in memory. Reads events from the outbox, and enabled webhooks from the accounts. */
import { type Context, Effect, HashMap, Option } from "effect"
import type { UserStore } from "../../access/UserStore.ts"
import type { OutboxEvent } from "../../domain/Event.ts"
import { AttemptId, type EventId, generateIds } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import type { AttemptError } from "../../domain/webhooks/Attempt.ts"
import { DeliveryState } from "../../domain/webhooks/Delivery.ts"
import { isExpired } from "../../domain/webhooks/Endpoint.ts"
import type { WebhookTransition } from "../../domain/webhooks/operational.ts"
import type { Outbox } from "../../events/Outbox.ts"
import { StorageFailure } from "../../storage/StorageFailure.ts"
import type { Transaction } from "../../storage/Transaction.ts"
import { expired } from "../../webhooks/attemptRecord.ts"
import { type ClaimedDelivery, maxRequestBytes, measureObject, testNotSent } from "../../webhooks/claims.ts"
import { DeliveryStore } from "../../webhooks/DeliveryStore.ts"
import { computeIdBounds, isSelective, makeDeliveryPage } from "../../webhooks/pages.ts"
import type { WebhookDatabase } from "../Database.ts"
import { endDelivery, makeDueAgain, replay, runBulkStep } from "./actions.ts"
import { type Taken, takeDue } from "./claims.ts"
import { completeRequests, parkDeliveries, reclaimLeases, releaseRequests, toExhausted } from "./ends.ts"
import { fanOutEvent } from "./fanOut.ts"
import { notifyOwners } from "./notifyOwners.ts"
import { pruneState } from "./pruning.ts"
import { advanceRecovery, beginRecovery, countRecoverable } from "./recoveries.ts"
import {
  type DeliveryRow,
  findDeliveryRow,
  listDeliveryRows,
  pausePending,
  putRow,
  type WebhookState,
} from "./State.ts"
import { addTest, giveUp, takeTests } from "./tests.ts"
import { countBacklog, countWaiting, findNextDue, readCounts } from "./views.ts"

type Port = typeof DeliveryStore.Service

interface Ports {
  readonly db: WebhookDatabase
  readonly inside: Effect.Effect<boolean>
  readonly transaction: Context.Tag.Service<typeof Transaction>
  readonly users: Context.Tag.Service<typeof UserStore>
  readonly outbox: Context.Tag.Service<typeof Outbox>
}

const makeEventLookup = ({ db, outbox }: Pick<Ports, "db" | "outbox">) => {
  const findEvent = (row: DeliveryRow): Effect.Effect<OutboxEvent | undefined> =>
    Effect.gen(function* () {
      if (row.ownEvent !== null) return row.ownEvent
      const id = row.delivery.eventId
      if (id < (yield* db.read((state) => state.forgottenBelow))) return undefined
      const beforeIt = id.slice(0, -1) as EventId
      return (yield* outbox.read({ after: beforeIt, limit: 16 })).find((event) => event.id === id)
    })

  /** A page of stored events. */
  const readEventsAfter = (after: string, limit: number) =>
    Effect.map(
      Effect.zip(
        outbox.read({ after: after as EventId, limit }),
        db.read((state) => state.forgottenBelow),
      ),
      ([events, below]) => events.filter(({ id }) => id >= below),
    )

  return { findEvent, readEventsAfter }
}

export const makeDeliveryStore = ({ db, inside, transaction, users, outbox }: Ports): Port => {
  /** The accounts among these that have webhooks enabled. */
  const findSwitchedOn = (owners: Iterable<Username>) =>
    Effect.map(
      users.byNames([...new Set(owners)]),
      (found) => new Set(found.filter((user) => user.webhooksEnabled).map(({ username }) => username)),
    )
  const allSwitchedOn = Effect.flatMap(
    db.read((state) => [...HashMap.values(state.endpoints)].map(({ endpoint }) => endpoint.owner)),
    findSwitchedOn,
  )

  const report = (transitions: ReadonlyArray<WebhookTransition>) =>
    notifyOwners({ db, outbox, switchedOn: findSwitchedOn }, transitions)

  const { findEvent, readEventsAfter } = makeEventLookup({ db, outbox })

  const toRequest = (taken: Taken) =>
    Effect.gen(function* () {
      const deliveries: Array<ClaimedDelivery> = []
      const beyond: Array<ClaimedDelivery> = []
      const broken: Array<Broken> = []
      const at = yield* db.read((_, now) => now)
      let bytes = 0
      for (const row of taken.rows) {
        const event = yield* findEvent(row)
        if (event === undefined) broken.push({ row, error: forgotten })
        else if (isExpired(taken.endpointRow.endpoint, row.delivery, event, at))
          broken.push({ row, error: expired })
        else {
          bytes += measureObject(event)
          const fits = deliveries.length === 0 || bytes <= maxRequestBytes
          const among = fits ? deliveries : beyond
          among.push({ delivery: row.delivery, event })
        }
      }
      const { token, startInMillis } = taken
      const head = { token, startInMillis, endpoint: taken.endpointRow.endpoint }
      return { request: { ...head, deliveries }, beyond: { ...head, deliveries: beyond }, broken }
    })

  const claim: Port["claim"] = (request) =>
    Effect.gen(function* () {
      const on = yield* allSwitchedOn
      const { taken, last } = yield* db.write((state, now) => takeDue(state, now, request, on))
      const claimedRequests = yield* Effect.forEach(taken, toRequest)
      const broken = claimedRequests.flatMap((each) => each.broken)
      const beyond = claimedRequests.map((each) => each.beyond)
      yield* db.write((state) => [undefined, releaseRequests(state, beyond)])
      const gone = yield* withIds((state, now, ids) => parkDeliveries(state, now, broken, ids), broken.length)
      yield* report(gone)
      const requests = claimedRequests.flatMap(
        ({ request: { token, endpoint, deliveries, startInMillis } }) =>
          deliveries.length === 0 ? [] : [{ token, endpoint, deliveries, startInMillis }],
      )
      return { requests, parked: gone, last, at: yield* db.read((_, now) => now) }
    })

  const claimTests: Port["claimTests"] = (request) =>
    Effect.gen(function* () {
      const on = yield* allSwitchedOn
      const { taken, unfit } = yield* db.write((state, now) => takeTests(state, now, request, on))
      const claimedRequests = yield* Effect.forEach(taken, toRequest)
      yield* withIds((state, now, ids) => [undefined, giveUp(state, now, unfit, ids)], unfit.length)
      const parked = unfit.map((row) => toExhausted(row, testNotSent))
      return {
        requests: claimedRequests.map(({ request }) => request),
        parked,
        at: yield* db.read((_, now) => now),
      }
    })

  const withIds = <A>(
    change: (state: WebhookState, now: number, ids: Iterator<AttemptId>) => readonly [A, WebhookState],
    most: number,
  ) =>
    Effect.flatMap(generateIds(AttemptId, most), (ids) =>
      db.write((state, now) => change(state, now, ids[Symbol.iterator]())),
    )

  return DeliveryStore.of({
    append: (events) =>
      Effect.flatMap(inside, (within) =>
        within
          ? outbox.append(events).pipe(
              Effect.zipRight(findSwitchedOn(events.map(({ owner }) => owner))),
              Effect.flatMap((on) =>
                db.write((state, now) => [undefined, fanOutEvent(state, now, events, on)]),
              ),
            )
          : Effect.die(outside),
      ),
    addTest: (id, event) =>
      db.write((state, now) => {
        const [delivery, next] = addTest(state, now, id, event)
        return [Option.fromNullable(delivery), next]
      }),
    claimTests: (request) => transaction.run(claimTests(request)),
    claim: (request) => transaction.run(claim(request)),
    renew: (requests, leaseMillis) =>
      db.write((state, now) => {
        let next = state
        const remaining = new Set<string>()
        for (const { token, deliveries } of requests) {
          const rows = deliveries.flatMap(({ delivery }) => findDeliveryRow(next, delivery) ?? [])
          const held = rows.filter((row) => row.token === token)
          for (const row of held) next = putRow(next, { ...row, leaseUntil: now + leaseMillis })
          if (held.length === deliveries.length) remaining.add(token)
        }
        return [remaining, next]
      }),
    complete: (request) =>
      transaction.run(
        Effect.tap(
          withIds(
            (state, now, ids) => completeRequests(state, now, request, ids),
            request.completions.reduce((sum, { request }) => sum + request.deliveries.length, 0),
          ),
          ({ exhausted, transitions }) => report([...transitions, ...exhausted]),
        ),
      ),
    release: (requests) => db.write((state) => [undefined, releaseRequests(state, requests)]),
    reclaim: (request) =>
      transaction.run(
        Effect.tap(
          withIds((state, now, ids) => reclaimLeases(state, now, request, ids), request.limit),
          ({ exhausted }) => report(exhausted),
        ),
      ),
    nextDue: (inFlight) =>
      Effect.flatMap(allSwitchedOn, (on) => db.read((state, now) => findNextDue(state, now, inFlight, on))),
    pausePending: (endpoint, limit) => db.write((state) => pausePending(state, endpoint, limit)),
    list: ({ endpoint, filter, before, limit }) =>
      db.read((state) => {
        const { from, below } = computeIdBounds(filter, before)
        const requestedStates = filter.states ?? []
        const states = requestedStates.length === 0 ? DeliveryState.literals : requestedStates
        const window = isSelective(filter) ? Math.max(1000, limit + 1) : limit + 1
        const all = listDeliveryRows(state)
          .map(({ delivery }) => delivery)
          .filter((each) => each.endpointId === endpoint && each.id >= from && each.id < below)
          .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        const matchingRows = states.flatMap((one) =>
          all.filter((each) => each.state === one).slice(0, window),
        )
        return makeDeliveryPage({ found: matchingRows, states, window, filter, limit })
      }),
    byId: (endpoints, id) =>
      db.read((state) => {
        const storedDelivery = listDeliveryRows(state).find(({ delivery }) => delivery.id === id)?.delivery
        return storedDelivery !== undefined && endpoints.includes(storedDelivery.endpointId)
          ? Option.some(storedDelivery)
          : Option.none()
      }),
    attempts: (delivery, { before, limit }) =>
      db.read((state) =>
        Option.getOrElse(HashMap.get(state.attempts, delivery.id), () => [])
          .filter(({ id }) => before === null || id < before)
          .slice(0, limit),
      ),
    event: (delivery) =>
      Effect.flatMap(
        db.read((state) => findDeliveryRow(state, delivery)),
        (row) => (row === undefined ? Effect.succeedNone : Effect.map(findEvent(row), Option.fromNullable)),
      ),
    replay: (delivery) => transaction.run(replay({ db, findEvent: findEvent }, delivery)),
    end: (delivery, action) => db.write((state, now) => endDelivery(state, now, delivery, action)),
    bulk: (step) => transaction.run(runBulkStep({ db, findEvent: findEvent }, step)),
    recoverable: (scope, limit) => countRecoverable(db, readEventsAfter, scope, limit),
    beginRecovery: (recovery) => beginRecovery(db, recovery),
    recovery: (id) =>
      db.read((state) => Option.map(HashMap.get(state.recoveries, id), ({ recovery }) => recovery)),
    recoveries: (endpoint) =>
      db.read((state) =>
        [...HashMap.values(state.recoveries)]
          .map(({ recovery }) => recovery)
          .filter(({ endpointId }) => endpointId === endpoint)
          .toSorted((a, b) => (a.id < b.id ? 1 : -1))
          .slice(0, 20),
      ),
    advanceRecovery: (limit) =>
      transaction.run(
        advanceRecovery(
          {
            db,
            eventsAfter: readEventsAfter,
            findEvent: findEvent,
            again: (state, row, now) => makeDueAgain(state, row, now, 1),
          },
          limit,
        ),
      ),
    counts: (endpoints, hours) => db.read((state, now) => readCounts(state, now, endpoints, hours)),
    waiting: (endpoint, limit) => db.read((state) => countWaiting(state, endpoint, limit)),
    backlog: (limit) =>
      Effect.flatMap(allSwitchedOn, (on) => db.read((state, now) => countBacklog(state, now, limit, on))),
    prune: (request) => db.write((state, now) => pruneState(state, now, request)),
  })
}

interface Broken {
  readonly row: DeliveryRow
  readonly error: AttemptError
}

const forgotten: AttemptError = {
  code: "event_forgotten",
  message: "The event is older than events are kept.",
}

const makeFailure = (operation: string, cause: string) =>
  new StorageFailure({ operation, transient: false, cause })

const outside = makeFailure(
  "DeliveryStore.append",
  "Append events inside the transaction of the change that they report.",
)

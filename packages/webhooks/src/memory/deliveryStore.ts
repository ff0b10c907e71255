/** DeliveryStore in memory. Events are the outbox's; who has switched webhooks on is the accounts'. */
import { type EventId, fromMillis, type OutboxEvent, StorageFailure, type Username } from "@annotary/core"
import { nextIds, type Outbox, type Transaction, type UserStore } from "@annotary/core/effect"
import type { MemorySlot } from "@annotary/core/memory"
import { type Context, Effect, HashMap, Option } from "effect"
import type { AttemptError } from "../domain/Attempt.ts"
import { DeliveryState } from "../domain/Delivery.ts"
import { isExpired } from "../domain/Endpoint.ts"
import { AttemptId } from "../domain/ids.ts"
import type { WebhookTransition } from "../domain/operational.ts"
import { expired } from "../ports/attemptRecord.ts"
import { bytesOf, type ClaimedDelivery, maxRequestBytes, testNotSent } from "../ports/claims.ts"
import { DeliveryStore } from "../ports/DeliveryStore.ts"
import { idBounds, isSelective, pageOf } from "../ports/pages.ts"
import { againDue, bulk, ended, replay } from "./actions.ts"
import { type Taken, takeDue } from "./claims.ts"
import { completed, exhaustedOf, parked, reclaimed, released } from "./ends.ts"
import { fannedOut } from "./fanOut.ts"
import { heldIn } from "./holding.ts"
import { notifyOwners } from "./notifyOwners.ts"
import { pruned } from "./pruning.ts"
import { advanced, beginRecovery, recoverable } from "./recoveries.ts"
import { type DeliveryRow, endpointOf, putRow, rowOf, rowsOf, type State } from "./State.ts"
import { addedTest, gaveUp, takeTests } from "./tests.ts"
import { backlogOf, countsOf, nextDueOf, waitingOf } from "./views.ts"

type Port = typeof DeliveryStore.Service

interface Ports {
  readonly slot: MemorySlot<State>
  readonly inside: Effect.Effect<boolean>
  readonly transaction: Context.Tag.Service<typeof Transaction>
  readonly users: Context.Tag.Service<typeof UserStore>
  readonly outbox: Context.Tag.Service<typeof Outbox>
}

export const deliveryStore = ({ slot, inside, transaction, users, outbox }: Ports): Port => {
  /** Of these accounts those that have webhooks switched on. */
  const switchedOn = (owners: Iterable<Username>) =>
    Effect.map(
      users.byNames([...new Set(owners)]),
      (found) => new Set(found.filter((user) => user.webhooksEnabled).map(({ username }) => username)),
    )
  const allSwitchedOn = Effect.flatMap(
    slot.read((state) => [...HashMap.values(state.endpoints)].map(({ endpoint }) => endpoint.owner)),
    switchedOn,
  )

  const tell = (transitions: ReadonlyArray<WebhookTransition>) =>
    notifyOwners({ slot, outbox, switchedOn }, transitions)

  const eventOf = (row: DeliveryRow): Effect.Effect<OutboxEvent | undefined> =>
    Effect.gen(function* () {
      if (row.ownEvent !== null) return row.ownEvent
      const id = row.delivery.eventId
      if (id < (yield* slot.read((state) => state.forgottenBelow))) return undefined
      const beforeIt = id.slice(0, -1) as EventId
      return (yield* outbox.read({ after: beforeIt, limit: 16 })).find((event) => event.id === id)
    })

  /** Events of a time, in pages. */
  const eventsAfter = (after: string, limit: number) =>
    Effect.map(
      Effect.zip(
        outbox.read({ after: after as EventId, limit }),
        slot.read((state) => state.forgottenBelow),
      ),
      ([events, below]) => events.filter(({ id }) => id >= below),
    )

  const requestOf = (taken: Taken) =>
    Effect.gen(function* () {
      const deliveries: Array<ClaimedDelivery> = []
      const beyond: Array<ClaimedDelivery> = []
      const broken: Array<Broken> = []
      const at = yield* slot.read((_, now) => now)
      let bytes = 0
      for (const row of taken.rows) {
        const event = yield* eventOf(row)
        if (event === undefined) broken.push({ row, error: forgotten })
        else if (isExpired(taken.lane.endpoint, row.delivery, event, at)) broken.push({ row, error: expired })
        else {
          bytes += bytesOf(event)
          const fits = deliveries.length === 0 || bytes <= maxRequestBytes
          const among = fits ? deliveries : beyond
          among.push({ delivery: row.delivery, event })
        }
      }
      const { token, startInMillis } = taken
      const head = { token, startInMillis, endpoint: taken.lane.endpoint }
      return { request: { ...head, deliveries }, beyond: { ...head, deliveries: beyond }, broken }
    })

  const claim: Port["claim"] = (ask) =>
    Effect.gen(function* () {
      const on = yield* allSwitchedOn
      const { taken, last } = yield* slot.write((state, now) => takeDue(state, now, ask, on))
      const found = yield* Effect.forEach(taken, requestOf)
      const broken = found.flatMap((each) => each.broken)
      const beyond = found.map((each) => each.beyond)
      yield* slot.write((state) => [undefined, released(state, beyond)])
      const gone = yield* withIds((state, now, ids) => parked(state, now, broken, ids), broken.length)
      yield* tell(gone)
      const requests = found.flatMap(({ request: { token, endpoint, deliveries, startInMillis } }) =>
        deliveries.length === 0 ? [] : [{ token, endpoint, deliveries, startInMillis }],
      )
      return { requests, parked: gone, last, at: yield* slot.read((_, now) => now) }
    })

  const claimTests: Port["claimTests"] = (ask) =>
    Effect.gen(function* () {
      const on = yield* allSwitchedOn
      const { taken, unfit } = yield* slot.write((state, now) => takeTests(state, now, ask, on))
      const found = yield* Effect.forEach(taken, requestOf)
      yield* withIds((state, now, ids) => [undefined, gaveUp(state, now, unfit, ids)], unfit.length)
      const parked = unfit.map((row) => exhaustedOf(row, testNotSent))
      return { requests: found.map(({ request }) => request), parked, at: yield* slot.read((_, now) => now) }
    })

  const withIds = <A>(
    change: (state: State, now: number, ids: Iterator<AttemptId>) => readonly [A, State],
    most: number,
  ) =>
    Effect.flatMap(nextIds(AttemptId, most), (ids) =>
      slot.write((state, now) => change(state, now, ids[Symbol.iterator]())),
    )

  return DeliveryStore.of({
    append: (events) =>
      Effect.flatMap(inside, (within) =>
        within
          ? outbox.append(events).pipe(
              Effect.zipRight(switchedOn(events.map(({ owner }) => owner))),
              Effect.flatMap((on) =>
                slot.write((state, now) => [undefined, fannedOut(state, now, events, on)]),
              ),
            )
          : Effect.die(outside),
      ),
    addTest: (id, event) =>
      slot.write((state, now) => {
        const [delivery, next] = addedTest(state, now, id, event)
        return [Option.fromNullable(delivery), next]
      }),
    claimTests: (ask) => transaction.run(claimTests(ask)),
    claim: (ask) => transaction.run(claim(ask)),
    renew: (requests, leaseMillis) =>
      slot.write((state, now) => {
        let next = state
        const kept = new Set<string>()
        for (const { token, deliveries } of requests) {
          const rows = deliveries.flatMap(({ delivery }) => rowOf(next, delivery) ?? [])
          const held = rows.filter((row) => row.token === token)
          for (const row of held) next = putRow(next, { ...row, leaseUntil: now + leaseMillis })
          if (held.length === deliveries.length) kept.add(token)
        }
        return [kept, next]
      }),
    complete: (ask) =>
      transaction.run(
        Effect.tap(
          withIds(
            (state, now, ids) => completed(state, now, ask, ids),
            ask.completions.reduce((sum, { request }) => sum + request.deliveries.length, 0),
          ),
          ({ exhausted, transitions }) => tell([...transitions, ...exhausted]),
        ),
      ),
    release: (requests) => slot.write((state) => [undefined, released(state, requests)]),
    reclaim: (ask) =>
      transaction.run(
        Effect.tap(
          withIds((state, now, ids) => reclaimed(state, now, ask, ids), ask.limit),
          ({ exhausted }) => tell(exhausted),
        ),
      ),
    nextDue: (inFlight) =>
      Effect.flatMap(allSwitchedOn, (on) => slot.read((state, now) => nextDueOf(state, now, inFlight, on))),
    hold: (endpoint, limit) => slot.write((state) => heldIn(state, endpoint, limit)),
    list: ({ endpoint, filter, before, limit }) =>
      slot.read((state) => {
        const { from, below } = idBounds(filter, before)
        const wanted = filter.states ?? []
        const states = wanted.length === 0 ? DeliveryState.literals : wanted
        const window = isSelective(filter) ? Math.max(1000, limit + 1) : limit + 1
        const all = rowsOf(state)
          .map(({ delivery }) => delivery)
          .filter((each) => each.endpointId === endpoint && each.id >= from && each.id < below)
          .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        const found = states.flatMap((one) => all.filter((each) => each.state === one).slice(0, window))
        return pageOf({ found, states, window, filter, limit })
      }),
    byId: (endpoints, id) =>
      slot.read((state) => {
        const found = rowsOf(state).find(({ delivery }) => delivery.id === id)?.delivery
        return found !== undefined && endpoints.includes(found.endpointId)
          ? Option.some(found)
          : Option.none()
      }),
    attempts: (delivery, { before, limit }) =>
      slot.read((state) =>
        Option.getOrElse(HashMap.get(state.attempts, delivery.id), () => [])
          .filter(({ id }) => before === null || id < before)
          .slice(0, limit),
      ),
    event: (delivery) =>
      Effect.flatMap(
        slot.read((state) => rowOf(state, delivery)),
        (row) => (row === undefined ? Effect.succeedNone : Effect.map(eventOf(row), Option.fromNullable)),
      ),
    replay: (delivery) => transaction.run(replay({ slot, eventOf }, delivery)),
    end: (delivery, action) => slot.write((state, now) => ended(state, now, delivery, action)),
    bulk: (step) => transaction.run(bulk({ slot, eventOf }, step)),
    recoverable: (scope, limit) => recoverable(slot, eventsAfter, scope, limit),
    beginRecovery: (recovery) => beginRecovery(slot, recovery),
    recovery: (id) =>
      slot.read((state) => Option.map(HashMap.get(state.recoveries, id), ({ recovery }) => recovery)),
    recoveries: (endpoint) =>
      slot.read((state) =>
        [...HashMap.values(state.recoveries)]
          .map(({ recovery }) => recovery)
          .filter(({ endpointId }) => endpointId === endpoint)
          .toSorted((a, b) => (a.id < b.id ? 1 : -1))
          .slice(0, 20),
      ),
    advanceRecovery: (limit) =>
      transaction.run(
        advanced(
          { slot, eventsAfter, eventOf, again: (state, row, now) => againDue(state, row, now, 1) },
          limit,
        ),
      ),
    counts: (endpoints, hours) => slot.read((state, now) => countsOf(state, now, endpoints, hours)),
    waiting: (endpoint, limit) => slot.read((state) => waitingOf(state, endpoint, limit)),
    backlog: (limit) =>
      Effect.flatMap(allSwitchedOn, (on) => slot.read((state, now) => backlogOf(state, now, limit, on))),
    prune: (ask) => slot.write((state, now) => pruned(state, now, ask)),
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

const failure = (operation: string, cause: string) =>
  new StorageFailure({ operation, transient: false, cause })

const outside = failure(
  "DeliveryStore.append",
  "Events are appended inside the transaction of the change they tell of.",
)

/** DeliveryStore in SQL. The statements of its methods are in the files beside this one. */
import { DeliveryStore, now, type OutboxEvent, StorageFailure } from "@annotary/core/effect"
import { Effect, Layer, Option } from "effect"
import { Database } from "../../database/Database.ts"
import { insideTransaction } from "../../database/failures.ts"
import type { EventGroup } from "../../dialect/operations.ts"
import { makeAccept } from "./accept.ts"
import { makeActions } from "./actions.ts"
import { makeClaim, readEndpoints } from "./claim.ts"
import { makeComplete } from "./complete.ts"
import { repairInFlight } from "./endpointQueues.ts"
import { makeReclaim, makeRelease, makeRenew } from "./leases.ts"
import { makePrune } from "./prune.ts"
import { makeReads } from "./reads.ts"
import { makeRecoveries } from "./recoveries.ts"
import { makeAddTest, makeClaimTests } from "./testDeliveries.ts"

export const DeliverySqlStore = Layer.effect(
  DeliveryStore,
  Effect.map(Database, (database) => {
    const { atomic, dialect, execute, insertRows: insert, query, send } = database
    const native = dialect.deliveries(database)
    const accept = makeAccept(native)
    const complete = makeComplete(dialect, execute, insert, native)
    const renew = makeRenew(native)
    const release = makeRelease(dialect, execute, native)
    const reclaim = makeReclaim(dialect, execute, insert, native)
    const addTest = makeAddTest(dialect, execute)
    const act = makeActions(dialect, execute)
    const read = makeReads(dialect, execute, native)
    const recovery = makeRecoveries(dialect, execute)
    const prune = makePrune(dialect, execute)
    return DeliveryStore.of({
      append: (events) =>
        Effect.flatMap(insideTransaction, (inside) =>
          inside
            ? Effect.forEach(
                groupByDataset(events),
                (group) => send("DeliveryStore.append", native.append(group)),
                {
                  discard: true,
                },
              )
            : Effect.die(outside),
        ),
      addTest: (endpoint, event) => query("DeliveryStore.addTest", addTest(endpoint, event)),
      claim: makeClaim(database, execute, insert, native),
      claimTests: makeClaimTests(database, execute, insert, readEndpoints(database, execute)),
      renew: (requests, leaseMillis) =>
        requests.length === 0
          ? Effect.succeed(new Set())
          : query("DeliveryStore.renew", renew(requests, leaseMillis)),
      complete: (request) =>
        request.completions.length === 0
          ? Effect.succeed({ accepted: new Set(), transitions: [], exhausted: [] })
          : Effect.flatMap(
              query("DeliveryStore.complete", accept(request.completions)),
              Option.match({
                onNone: () => atomic("DeliveryStore.complete", complete(request)),
                onSome: Effect.succeed,
              }),
            ),
      release: (requests) =>
        requests.length === 0 ? Effect.void : atomic("DeliveryStore.release", release(requests)),
      reclaim: ({ limit, maxAttempts }) => atomic("DeliveryStore.reclaim", reclaim(limit, maxAttempts)),
      nextDue: (inFlight) => query("DeliveryStore.nextDue", read.nextDue(inFlight)),
      pausePending: (endpoint, limit) =>
        query("DeliveryStore.pausePending", native.pause(endpoint === null ? null : [endpoint], limit)),
      list: (page) => query("DeliveryStore.list", read.list(page)),
      byId: (endpoints, id) => query("DeliveryStore.byId", read.findById(endpoints, id)),
      attempts: (delivery, page) => query("DeliveryStore.attempts", read.listAttempts(delivery, page)),
      event: (delivery) => query("DeliveryStore.event", read.findEvent(delivery)),
      replay: (delivery) => atomic("DeliveryStore.replay", act.replay(delivery)),
      end: (delivery, action) => atomic("DeliveryStore.end", act.end(delivery, action)),
      bulk: (step) => atomic("DeliveryStore.bulk", act.runBulkStep(step)),
      recoverable: (scope, limit) =>
        query("DeliveryStore.recoverable", recovery.countRecoverable(scope, limit)),
      beginRecovery: (begun) =>
        Effect.flatMap(now, (at) => query("DeliveryStore.beginRecovery", recovery.begin(begun, at))),
      recovery: (id) => query("DeliveryStore.recovery", recovery.findById(id)),
      recoveries: (endpoint) => query("DeliveryStore.recoveries", recovery.listRecent(endpoint)),
      advanceRecovery: (limit) => atomic("DeliveryStore.advanceRecovery", recovery.advance(limit)),
      counts: (endpoints, hours) => query("DeliveryStore.counts", read.sumCounts(endpoints, hours)),
      waiting: (endpoint, limit) => query("DeliveryStore.waiting", read.countWaiting(endpoint, limit)),
      backlog: (limit) => query("DeliveryStore.backlog", read.backlog(limit)),
      // In a separate transaction, because claims skip queues that are locked.
      prune: (request) =>
        Effect.zipRight(
          atomic("DeliveryStore.prune", repairInFlight(dialect, execute)),
          atomic("DeliveryStore.prune", prune(request)),
        ),
    })
  }),
)

const outside = new StorageFailure({
  operation: "DeliveryStore.append",
  transient: false,
  cause: "Append events inside the transaction of the change that they report.",
})

const groupByDataset = (events: ReadonlyArray<OutboxEvent>): ReadonlyArray<EventGroup> => {
  const groups = new Map<string, [OutboxEvent, ...Array<OutboxEvent>]>()
  for (const event of events) {
    const key = `${event.owner}/${event.datasetId}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  return [...groups.values()]
}

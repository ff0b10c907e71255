/** The contract detects broken stores: each of these has one defect, and the test of that defect fails. */
import type { Username } from "@annotary/core"
import { DeliveryStore, EndpointStore } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { webhookSuites } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option } from "effect"

type Deliveries = typeof DeliveryStore.Service
type Endpoints = typeof EndpointStore.Service

interface Broken {
  readonly what: string
  readonly deliveries?: (store: Deliveries) => Partial<Deliveries>
  readonly endpoints?: (store: Endpoints) => Partial<Endpoints>
  /** How the sentence begins that must fail. */
  readonly fails: string
}

const all: ReadonlyArray<Broken> = [
  {
    what: "releases leases at once",
    deliveries: (store) => ({
      claim: (request) => Effect.tap(store.claim(request), ({ requests }) => store.release(requests)),
    }),
    fails: "never claims a delivery for two concurrent callers",
  },
  {
    what: "does not limit requests in flight",
    deliveries: (store) => ({ claim: (request) => store.claim({ ...request, inFlight: 1000 }) }),
    fails: "limits the requests in flight to an endpoint over all callers",
  },
  {
    what: "ignores `wellOnly`",
    deliveries: (store) => ({ claim: (request) => store.claim({ ...request, wellOnly: false }) }),
    fails:
      "claims, with `wellOnly`, only deliveries of endpoints that have not failed since their last success",
  },
  {
    what: "claims more than the limit",
    deliveries: (store) => ({ claim: (request) => store.claim({ ...request, limit: 1000 }) }),
    fails: "starts after the last served endpoint, and returns to the first (round robin)",
  },
  {
    what: "ignores the rate limit",
    deliveries: (store) => ({
      claim: (request) =>
        Effect.map(store.claim(request), (found) => ({
          ...found,
          requests: found.requests.map((request) => ({ ...request, startInMillis: 0 })),
        })),
    }),
    fails: "spaces the requests of one claim by the rate limit",
  },
  {
    what: "accepts completions of stale tokens",
    deliveries: (store) => ({
      complete: (request) =>
        Effect.map(store.complete(request), (done) => ({
          ...done,
          accepted: new Set(request.completions.map(({ request }) => request.token)),
        })),
    }),
    fails: "completes, writes and renews nothing for an outdated token",
  },
  {
    what: "reports to all callers that it disabled an endpoint",
    deliveries: (store) => ({
      complete: (request) =>
        Effect.map(store.complete(request), (done) => ({
          ...done,
          transitions: request.completions.flatMap(({ gone, request }) =>
            gone
              ? [
                  {
                    _tag: "Disabled",
                    endpointId: request.endpoint.id,
                    reason: "gone",
                    since: 0,
                    lastError: null,
                  } as const,
                ]
              : [],
          ),
        })),
    }),
    fails: "disables a gone endpoint once when eight requests report it concurrently",
  },
  {
    what: "marks no lost delivery dead",
    deliveries: (store) => ({ reclaim: (request) => store.reclaim({ ...request, maxAttempts: 1000 }) }),
    fails: "marks a delivery dead that was lost too often",
  },
  {
    what: "reports every lease as renewed",
    deliveries: (store) => ({
      renew: (requests, millis) =>
        Effect.as(store.renew(requests, millis), new Set(requests.map(({ token }) => token))),
    }),
    fails: "does not reclaim a delivery whose lease was renewed",
  },
  {
    what: "always reports a due delivery",
    deliveries: () => ({ nextDue: () => Effect.succeed(Option.some(0)) }),
    fails: "returns the time until the next delivery is due, and nothing when none is pending",
  },
  {
    what: "creates no deliveries",
    deliveries: (store) => ({
      append: (events) =>
        Effect.as(
          store.append(events.map((event) => ({ ...event, owner: "nobody" as Username }))),
          events.length,
        ),
    }),
    fails: "creates a delivery for each matching endpoint of the owner",
  },
  {
    what: "stores no events",
    deliveries: (store) => ({ append: () => store.append([]) }),
    fails: "stores events of several datasets in one append",
  },
  {
    what: "replays for all callers",
    deliveries: (store) => ({ replay: (delivery) => Effect.as(store.replay(delivery), "replayed" as const) }),
    fails: "replays a delivery for one of many concurrent callers, with the same event and new attempts",
  },
  {
    what: "ignores the limit when it holds deliveries",
    deliveries: (store) => ({ pausePending: (endpoint) => store.pausePending(endpoint, 1e6) }),
    fails: "holds the pending deliveries of a disabled endpoint in batches, except those in flight",
  },
  {
    what: "replays no pending delivery",
    deliveries: (store) => ({
      replay: (delivery) =>
        delivery.state === "pending" ? Effect.succeed("pending") : store.replay(delivery),
    }),
    fails: "replays a delivery at once that waits for its next attempt, for one of twenty concurrent callers",
  },
  {
    what: "reports every delivery as skipped",
    deliveries: () => ({ end: () => Effect.succeed("done") }),
    fails: "neither skips nor cancels a delivery in flight",
  },
  {
    what: "changes deliveries in a dry run",
    deliveries: (store) => ({ bulk: (step) => store.bulk({ ...step, dryRun: false }) }),
    fails: "changes many deliveries by state, type, dataset and time in batches, with a dry run that counts",
  },
  {
    what: "sends tests of any age",
    deliveries: (store) => ({
      claimTests: (request) => store.claimTests({ ...request, maxAgeMillis: 1e12 }),
    }),
    fails: "marks a test dead that can no longer be sent at once",
  },
  {
    what: "begins every recovery",
    deliveries: (store) => ({ beginRecovery: (recovery) => Effect.as(store.beginRecovery(recovery), true) }),
    fails: "begins one recovery of an endpoint for twenty concurrent callers",
  },
  {
    what: "ignores `missing`",
    deliveries: (store) => ({
      beginRecovery: (recovery) => store.beginRecovery({ ...recovery, missing: false }),
    }),
    fails: "creates, with `missing`, each matching delivery of the period that never existed, once",
  },
  {
    what: "ignores the limit when it removes deliveries",
    deliveries: (store) => ({ prune: (request) => store.prune({ ...request, limit: 1000 }) }),
    fails: "removes the deliveries of removed endpoints",
  },
  {
    what: "ignores filters",
    deliveries: (store) => ({ list: (page) => store.list({ ...page, filter: {} }) }),
    fails: "filters by state, type, class of status code, time and dataset",
  },
  {
    what: "returns deliveries of all accounts",
    deliveries: (store) => ({
      byId: (endpoints, id) =>
        endpoints.length === 0 ? Effect.succeed(Option.some(never)) : store.byId(endpoints, id),
    }),
    fails: "finds a delivery of the caller's endpoints, with its event",
  },
  {
    what: "counts nothing",
    deliveries: () => ({ counts: () => Effect.succeed(new Map()) }),
    fails: "records the result of a request: state, attempt and counts",
  },
  {
    what: "disables for all callers",
    endpoints: (store) => ({ setEnabled: (change) => Effect.as(store.setEnabled(change), true) }),
    fails: "disables and enables an endpoint for one of twenty concurrent callers",
  },
  {
    what: "removes for all callers",
    endpoints: (store) => ({ remove: (id) => Effect.as(store.remove(id), true) }),
    fails: "removes an endpoint for one of twenty concurrent callers",
  },
  {
    what: "lets an update change whether an endpoint is enabled",
    endpoints: (store) => ({
      update: (endpoint) =>
        Effect.zipLeft(
          store.update(endpoint),
          endpoint.enabled ? Effect.void : store.setEnabled({ id: endpoint.id, reason: "owner" }),
        ),
    }),
    fails: "updates all fields except the owner and whether the endpoint is enabled",
  },
]

/** No test looks at it. */
const never = { id: "" } as never

const brokenBy = ({ deliveries, endpoints }: Broken) =>
  Layer.mergeAll(
    Layer.effect(
      DeliveryStore,
      Effect.map(DeliveryStore, (store) => DeliveryStore.of({ ...store, ...deliveries?.(store) })),
    ),
    Layer.effect(
      EndpointStore,
      Effect.map(EndpointStore, (store) => EndpointStore.of({ ...store, ...endpoints?.(store) })),
    ),
  ).pipe((broken) => Layer.provideMerge(broken, memory()))

const tests = webhookSuites.flatMap(({ tests: some }) => Object.entries(some))

describe("the contract fails a store that", () => {
  for (const broken of all)
    it.scopedLive(`${broken.what} (${broken.fails} …)`, () =>
      Effect.gen(function* () {
        const [, test] = tests.find(([sentence]) => sentence.startsWith(broken.fails)) ?? []
        if (test === undefined) return assert.fail("there is no such sentence")
        const exit = yield* Effect.exit(Effect.provide(test, brokenBy(broken)))
        assert.isTrue(Exit.isFailure(exit))
      }),
    )
})

/** The contract notices stores that break their word: each of these is sound but for one thing, and the sentence about it fails. */
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
    what: "lets go of leases at once",
    deliveries: (store) => ({
      claim: (request) => Effect.tap(store.claim(request), ({ requests }) => store.release(requests)),
    }),
    fails: "never gives one delivery to two",
  },
  {
    what: "has no cap on requests in flight",
    deliveries: (store) => ({ claim: (request) => store.claim({ ...request, inFlight: 1000 }) }),
    fails: "has no more requests in flight",
  },
  {
    what: "gives what is for endpoints that fail to who asks for others",
    deliveries: (store) => ({ claim: (request) => store.claim({ ...request, wellOnly: false }) }),
    fails: "gives, to whoever asks",
  },
  {
    what: "gives more than was asked for",
    deliveries: (store) => ({ claim: (request) => store.claim({ ...request, limit: 1000 }) }),
    fails: "goes round",
  },
  {
    what: "has everything begin at once",
    deliveries: (store) => ({
      claim: (request) =>
        Effect.map(store.claim(request), (found) => ({
          ...found,
          requests: found.requests.map((request) => ({ ...request, startInMillis: 0 })),
        })),
    }),
    fails: "spaces the requests",
  },
  {
    what: "takes what stale tokens tell",
    deliveries: (store) => ({
      complete: (request) =>
        Effect.map(store.complete(request), (done) => ({
          ...done,
          accepted: new Set(request.completions.map(({ request }) => request.token)),
        })),
    }),
    fails: "takes nothing, writes nothing",
  },
  {
    what: "tells everybody that an endpoint has ended",
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
    fails: "disables an endpoint that is gone once",
  },
  {
    what: "gives up nothing",
    deliveries: (store) => ({ reclaim: (request) => store.reclaim({ ...request, maxAttempts: 1000 }) }),
    fails: "gives up what was lost too often",
  },
  {
    what: "says that every lease was renewed",
    deliveries: (store) => ({
      renew: (requests, millis) =>
        Effect.as(store.renew(requests, millis), new Set(requests.map(({ token }) => token))),
    }),
    fails: "does not take back what was renewed",
  },
  {
    what: "always has something due",
    deliveries: () => ({ nextDue: () => Effect.succeed(Option.some(0)) }),
    fails: "reports when the next one is due",
  },
  {
    what: "makes no deliveries",
    deliveries: (store) => ({
      append: (events) =>
        Effect.as(
          store.append(events.map((event) => ({ ...event, owner: "nobody" as Username }))),
          events.length,
        ),
    }),
    fails: "makes one for each endpoint",
  },
  {
    what: "keeps no events",
    deliveries: (store) => ({ append: () => store.append([]) }),
    fails: "keeps the events",
  },
  {
    what: "replays for everybody who asks",
    deliveries: (store) => ({ replay: (delivery) => Effect.as(store.replay(delivery), "replayed" as const) }),
    fails: "replays a delivery once",
  },
  {
    what: "holds without an end",
    deliveries: (store) => ({ pausePending: (endpoint) => store.pausePending(endpoint, 1e6) }),
    fails: "holds what waits for a disabled",
  },
  {
    what: "replays nothing that waits",
    deliveries: (store) => ({
      replay: (delivery) =>
        delivery.state === "pending" ? Effect.succeed("pending") : store.replay(delivery),
    }),
    fails: "replays at once what waits",
  },
  {
    what: "says of everything that it was skipped",
    deliveries: () => ({ end: () => Effect.succeed("done") }),
    fails: "leaves what is being sent to those who send it",
  },
  {
    what: "changes what it is to count",
    deliveries: (store) => ({ bulk: (step) => store.bulk({ ...step, dryRun: false }) }),
    fails: "acts on many",
  },
  {
    what: "sends tests however old they are",
    deliveries: (store) => ({
      claimTests: (request) => store.claimTests({ ...request, maxAgeMillis: 1e12 }),
    }),
    fails: "gives a test up",
  },
  {
    what: "begins every recovery",
    deliveries: (store) => ({ beginRecovery: (recovery) => Effect.as(store.beginRecovery(recovery), true) }),
    fails: "begins one recovery",
  },
  {
    what: "forgets what is missing",
    deliveries: (store) => ({
      beginRecovery: (recovery) => store.beginRecovery({ ...recovery, missing: false }),
    }),
    fails: "recovers what was never sent",
  },
  {
    what: "removes without an end",
    deliveries: (store) => ({ prune: (request) => store.prune({ ...request, limit: 1000 }) }),
    fails: "removes what endpoints that are gone",
  },
  {
    what: "filters nothing",
    deliveries: (store) => ({ list: (page) => store.list({ ...page, filter: {} }) }),
    fails: "filters by state",
  },
  {
    what: "shows everybody every delivery",
    deliveries: (store) => ({
      byId: (endpoints, id) =>
        endpoints.length === 0 ? Effect.succeed(Option.some(never)) : store.byId(endpoints, id),
    }),
    fails: "finds a delivery of the caller's",
  },
  {
    what: "counts nothing",
    deliveries: () => ({ counts: () => Effect.succeed(new Map()) }),
    fails: "writes what came of a request",
  },
  {
    what: "disables for everybody who asks",
    endpoints: (store) => ({ setEnabled: (change) => Effect.as(store.setEnabled(change), true) }),
    fails: "is disabled by one of twenty",
  },
  {
    what: "removes for everybody who asks",
    endpoints: (store) => ({ remove: (id) => Effect.as(store.remove(id), true) }),
    fails: "is removed by one of twenty",
  },
  {
    what: "lets an update change whether it is enabled",
    endpoints: (store) => ({
      update: (endpoint) =>
        Effect.zipLeft(
          store.update(endpoint),
          endpoint.enabled ? Effect.void : store.setEnabled({ id: endpoint.id, reason: "owner" }),
        ),
    }),
    fails: "changes what an owner may change",
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

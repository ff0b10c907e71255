/** Queues that are broken on purpose. */
import { Effect, type Layer, Option } from "effect"
import { fromMillis } from "../../src/domain/Timestamp.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { ClaimStore } from "../../src/placement/ClaimStore.ts"
import { but, lockless } from "./sabotage.ts"

const succeed = Effect.succeed
const never = fromMillis(Date.UTC(9999, 0))

const withoutPriorities = but(ClaimStore, (w) => ({
  place: (id, keys) =>
    w.place(
      id,
      keys.map((key) => ({ ...key, np: 0 })),
    ),
}))

export const brokenClaims: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "ClaimStore",
    "that leases nothing",
    but(ClaimStore, (w) => ({
      claim: (request) =>
        Effect.tap(w.claim(request), (all) =>
          w.release(
            request.datasetId,
            all.map(({ sampleId }) => sampleId),
            "released",
          ),
        ),
    })),
  ],
  ["ClaimStore", "that goes by age alone", withoutPriorities],
  ["ClaimStore", "without a lock", lockless],
  [
    "ClaimStore, leases",
    "whose leases never end",
    but(ClaimStore, (w) => ({ claim: (request) => w.claim({ ...request, leaseSeconds: 900 }) })),
  ],
  [
    "ClaimStore, leases",
    "that renews for anybody",
    but(ClaimStore, (w) => ({
      renew: (request, seconds) =>
        Effect.flatMap(
          w.find(request.id),
          Option.match({
            onNone: () => succeed(Option.none()),
            onSome: (claim) => w.renew(claim, seconds),
          }),
        ),
    })),
  ],
  [
    "ClaimStore, leases",
    "that remembers no claim that ended",
    but(ClaimStore, (w) => ({
      release: (...of) => Effect.zipRight(w.release(...of), w.forgetEnded(never, 99)),
    })),
  ],
  ["ClaimStore, leases", "without a lock", lockless],
  [
    "ClaimStore, ended leases",
    "that counts whole leases",
    but(ClaimStore, (w) => ({ countEnded: (scope) => w.countEnded(scope, never) })),
  ],
  [
    "ClaimStore, ended leases",
    "that finds again what was counted",
    but(ClaimStore, () => ({ countEnded: () => Effect.void })),
  ],
  [
    "ClaimStore, ended leases",
    "that finds leases of labeling for reviews",
    but(ClaimStore, (w) => ({ findEnded: (scope) => w.findEnded({ ...scope, queue: "labeling" }) })),
  ],
  [
    "ClaimStore, one sample",
    "that leases what is before it",
    but(ClaimStore, (w) => ({
      claimSample: (request) =>
        Effect.map(w.claim({ ...request, count: 1, ids: [request.id] }), (all) =>
          Option.fromNullable(all.find(({ sampleId }) => sampleId === request.sampleId)),
        ),
    })),
  ],
  [
    "ClaimStore, one sample",
    "that counts no open claims",
    but(ClaimStore, (w) => ({ claimSample: (request) => w.claimSample({ ...request, maxOpen: 1000 }) })),
  ],
  ["ClaimStore, one sample", "without a lock", lockless],
  [
    "ClaimStore, views",
    "that counts past the cap",
    but(ClaimStore, (w) => ({ view: (request) => w.view({ ...request, cap: 1000 }) })),
  ],
  ["ClaimStore, the order of the queues", "that goes by age alone", withoutPriorities],
  [
    "ClaimStore, facts",
    "that forgets the rejecter",
    but(ClaimStore, (w) => ({
      facts: (...of) => Effect.map(w.facts(...of), (all) => all.map((one) => ({ ...one, rejecter: null }))),
    })),
  ],
]

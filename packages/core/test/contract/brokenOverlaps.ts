/** Adapters of samples that several people label that are wrong. */
import { Effect, type Layer, Option } from "effect"
import { Username } from "../../src/domain/Names.ts"
import { toOverlapClaim } from "../../src/domain/Overlap.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { ClaimStore } from "../../src/placement/ClaimStore.ts"
import { OverlapStore } from "../../src/placement/OverlapStore.ts"
import { hasLease, makeLease } from "../../src/placement/placeLeases.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenOverlaps: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  ["OverlapStore", "without a lock", lockless],
  ["OverlapStore, work", "without a lock", lockless],
  [
    "OverlapStore, scores",
    "that knows no score",
    but(OverlapStore, (w) => ({
      findBrief: (...of) =>
        Effect.map(
          w.findBrief(...of),
          (all) => new Map([...all].map(([id, overlap]) => [id, { ...overlap, score: null }])),
        ),
    })),
  ],
  [
    "OverlapStore, leases",
    "that leases a place of the first sample to everybody",
    but(OverlapStore, (w) => ({
      leaseFirst: Effect.fnUntraced(function* (request) {
        const { now, overlaps } = yield* w.listPlaced(request.datasetId, "labeling", 1)
        const [overlap] = overlaps.values()
        const free = overlap?.places.find((place) => !hasLease(place, now))
        if (overlap === undefined || free === undefined) return Option.none()
        const lease = makeLease(request, 4, now)
        yield* w.putLease(overlap, free.place, lease)
        return Option.some(toOverlapClaim(overlap, free, lease))
      }),
    })),
  ],
  [
    "OverlapStore, leases",
    "that keeps the lease before",
    but(OverlapStore, () => ({ putLease: () => Effect.void })),
  ],
  [
    "OverlapStore",
    "that finds no saved labels",
    but(OverlapStore, (w) => ({
      findDrafts: (...of) =>
        Effect.map(w.findDrafts(...of), (all) => new Map([...all.keys()].map((id) => [id, null]))),
    })),
  ],
  [
    "OverlapStore",
    "that forgets places",
    but(OverlapStore, (w) => ({ put: (all) => w.put(all.map((overlap) => ({ ...overlap, places: [] }))) })),
  ],
  ["OverlapStore", "that keeps what is removed", but(OverlapStore, () => ({ remove: () => Effect.void }))],
  [
    "OverlapStore",
    "that lists what waits in another order",
    but(OverlapStore, (w) => ({
      listWaiting: (request) => Effect.map(w.listWaiting(request), (all) => all.toReversed()),
    })),
  ],
  [
    "OverlapStore",
    "whose limit holds over all steps",
    but(OverlapStore, (w) => ({
      listWaiting: (request) => w.listWaiting({ ...request, isPerStep: false }),
    })),
  ],
  [
    "OverlapStore, work",
    "that lists claims of samples with overlap alone",
    but(OverlapStore, (w) => ({ listAllClaims: (user) => w.listClaims({ user }) })),
  ],
  [
    "OverlapStore",
    "that lists the places of another queue",
    but(OverlapStore, (w) => ({
      listPlaced: (dataset, _, limit) => w.listPlaced(dataset, "labeling", limit),
    })),
  ],
  [
    "OverlapStore",
    "that gives a sample to a person again",
    but(OverlapStore, (w) => ({
      listWaiting: (request) => w.listWaiting({ ...request, user: Username.make("nobody") }),
    })),
  ],
  [
    "OverlapStore",
    "that lists labels newest first",
    but(OverlapStore, (w) => ({
      listLabels: (...of) => Effect.map(w.listLabels(...of), (all) => all.toReversed()),
    })),
  ],
  [
    "OverlapStore",
    "that loses the comments of labels",
    but(OverlapStore, (w) => ({ addLabel: (label) => w.addLabel({ ...label, comment: null }) })),
  ],
  [
    "OverlapStore",
    "that loses the times of labels",
    but(OverlapStore, (w) => ({
      addLabel: (label) => w.addLabel({ ...label, time: null, inactiveTime: null }),
    })),
  ],
  [
    "OverlapStore",
    "that keeps labels that are deleted",
    but(OverlapStore, () => ({ removeLabel: () => Effect.void })),
  ],
  [
    "OverlapStore",
    "that finds no claims",
    but(OverlapStore, () => ({ findClaim: () => Effect.succeedNone })),
  ],
  [
    "OverlapStore",
    "that lists claims newest first",
    but(OverlapStore, (w) => ({
      listClaims: (scope) => Effect.map(w.listClaims(scope), (all) => all.toReversed()),
    })),
  ],
  [
    "OverlapStore",
    "that finds the labels of another person",
    but(OverlapStore, (w) => ({
      findLabels: (dataset, samples) => w.findLabels(dataset, samples, Username.make("ann")),
    })),
  ],
  [
    "OverlapStore",
    "that forgets the time of the first version",
    but(OverlapStore, (w) => ({
      findLabels: (...scope) =>
        Effect.map(
          w.findLabels(...scope),
          (labels) =>
            new Map([...labels].map(([id, label]) => [id, { ...label, startedAt: label.createdAt }])),
        ),
    })),
  ],
  ["OverlapStore", "that forgets ends", but(OverlapStore, () => ({ noteEnds: () => Effect.void }))],
  [
    "OverlapStore",
    "that lists more samples of a person than asked for",
    but(OverlapStore, (w) => ({ listOwn: (request) => w.listOwn({ ...request, limit: 99 }) })),
  ],
  [
    "OverlapStore",
    "whose queue does not know overlap",
    but(ClaimStore, (w) => ({
      facts: (...of) =>
        Effect.map(w.facts(...of), (all) => all.map(({ overlap: _, ...sampleFacts }) => sampleFacts)),
    })),
  ],
  [
    "OverlapStore",
    "that finds claims of deleted datasets",
    but(OverlapStore, (w) => {
      const claimsById = new Map<string, ReturnType<typeof w.findClaim>>()
      return {
        findClaim: (id) =>
          Effect.flatMap(w.findClaim(id), (claim) => {
            if (Option.isSome(claim)) claimsById.set(id, Effect.succeed(claim))
            return claimsById.get(id) ?? Effect.succeed(claim)
          }),
        put: (all) =>
          Effect.tap(w.put(all), () =>
            Effect.forEach(
              all.flatMap(({ places }) => places.flatMap(({ lease }) => lease?.claimId ?? [])),
              (id) => Effect.tap(w.findClaim(id), (claim) => claimsById.set(id, Effect.succeed(claim))),
              { discard: true },
            ),
          ),
      }
    }),
  ],
]

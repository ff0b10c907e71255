/** Adapters whose gold samples are wrong. */
import { Effect, type Layer, Option } from "effect"
import type { Storage } from "../../src/engine/Storage.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { OverlapStore } from "../../src/placement/OverlapStore.ts"
import { but } from "./sabotage.ts"

export const brokenGold: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "GoldStore",
    "that forgets known labels",
    but(GoldStore, () => ({ find: () => Effect.succeed(Option.none()) })),
  ],
  [
    "GoldStore",
    "that draws a replaced label anew",
    but(GoldStore, (w) => ({
      find: (dataset, sample) =>
        Effect.map(w.find(dataset, sample), (label) => Option.map(label, (one) => ({ ...one, draw: 0.7 }))),
    })),
  ],
  [
    "GoldStore",
    "that gives people samples whose label they made",
    but(GoldStore, (w) => ({
      listWaiting: (request) =>
        w.listWaiting({ ...request, user: `${request.user}x` as typeof request.user }),
    })),
  ],
  [
    "GoldStore",
    "that knows no pivot",
    but(GoldStore, (w) => ({ listNext: (request) => w.listNext({ ...request, pivot: 0 }) })),
  ],
  [
    "GoldStore",
    "that lists what comes after a place alone",
    but(GoldStore, (w) => ({
      listNear: ({ head, ...request }) =>
        Effect.map(w.listNear({ ...request, head }), (places) =>
          places.filter(({ np, sampleId }) => np > head.np || (np === head.np && sampleId >= head.sampleId)),
        ),
    })),
  ],
  [
    "GoldStore",
    "that counts labels that were not compared",
    but(GoldStore, (w) => ({
      addAnswer: (answer) => w.addAnswer({ ...answer, passed: answer.passed ?? false }),
    })),
  ],
  [
    "GoldStore",
    "that counts for nobody",
    but(GoldStore, (w) => ({
      addAnswer: (answer) =>
        Effect.map(w.addAnswer(answer), (counts) => counts && { answers: 1, passed: counts.passed }),
    })),
  ],
  [
    "GoldStore",
    "that counts the answers of nobody",
    but(GoldStore, () => ({ countAnswers: () => Effect.succeed(new Map()) })),
  ],
  ["GoldStore", "that resets no counts", but(GoldStore, () => ({ resetCounts: () => Effect.void }))],
  ["GoldStore", "that keeps no turns", but(GoldStore, () => ({ putTurn: () => Effect.void }))],
  [
    "GoldStore",
    "that lists people in another order",
    but(GoldStore, (w) => ({
      listPeople: (...request) => Effect.map(w.listPeople(...request), (all) => all.toReversed()),
    })),
  ],
  [
    "GoldStore",
    "that lists answers in another order",
    but(GoldStore, (w) => ({
      listAnswers: (request) => Effect.map(w.listAnswers(request), (all) => all.toReversed()),
    })),
  ],
  [
    "GoldStore",
    "that lists every page from the beginning",
    but(GoldStore, (w) => ({ list: (id, _, limit) => w.list(id, null, limit) })),
  ],
  [
    "GoldStore",
    "that lists every page of people from the beginning",
    but(GoldStore, (w) => ({ listPeople: (id, _, limit) => w.listPeople(id, null, limit) })),
  ],
  [
    "GoldStore",
    "that lists every page of answers from the beginning",
    but(GoldStore, (w) => ({ listAnswers: (request) => w.listAnswers({ ...request, after: null }) })),
  ],
  [
    "GoldStore",
    "that knows no answer",
    but(GoldStore, () => ({ findAnswer: () => Effect.succeed(Option.none()) })),
  ],
  ["GoldStore", "that counts no gold samples", but(GoldStore, () => ({ count: () => Effect.succeed(0) }))],
  [
    "GoldStore",
    "that counts outdated answers",
    but(GoldStore, (w) => ({
      listAnswers: (request) =>
        Effect.map(w.listAnswers(request), (all) => all.map((one) => ({ ...one, outdated: false }))),
    })),
  ],
  [
    "GoldStore",
    "whose known labels outlive their overlaps",
    but(OverlapStore, () => ({ remove: () => Effect.void })),
  ],
]

/** OverlapStore: samples that several people label. */
import {
  ClaimId,
  ClaimStore,
  DatasetStore,
  fromMillis,
  generateId,
  isFinishedOverlapLabel,
  LabelStore,
  makeOverlap,
  type Overlap,
  type OwnPlacesQuery,
  type QueueName,
  type Sample,
  Transaction,
  Username,
  updatePlaces,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addSeconds, instant, oddJson } from "./fixtures.ts"
import {
  ann,
  aWorld,
  bob,
  eve,
  lease,
  leaseAtOnce,
  makeOpen,
  makeOverlapLabel,
  unassigned,
} from "./overlapFixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

/** Nine samples of both queues. */
const listed: Pick<OwnPlacesQuery, "limit" | "queues"> = { limit: 9, queues: ["labeling", "reviewing"] }

const formatSteps = (
  rows: ReadonlyArray<{ readonly sampleId: string; readonly step: number }>,
  ...samples: ReadonlyArray<Sample>
) => rows.map(({ sampleId, step }) => `${step} ${samples.findIndex(({ id }) => id === sampleId)}`)

export const overlaps = makeSuite("OverlapStore", {
  "counts its labels as labels of the dataset": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    const labels = yield* LabelStore
    yield* store.put([makeOpen(a, 2)])
    assert.isFalse(yield* labels.anyIn(dataset.id))
    yield* store.addLabel(yield* makeOverlapLabel(a, bob))
    assert.isTrue(yield* labels.anyIn(dataset.id))
  }),
  "stores an overlap with its places, and replaces both": Effect.gen(function* () {
    const { a, b, dataset, store } = yield* aWorld
    const first = makeOpen(a, 3, { np: -1.5, labeler: bob })
    yield* store.put([first, makeOpen(b, 2)])
    assert.deepStrictEqual((yield* store.find(dataset.id, [a.id])).get(a.id), first)
    const claimId = yield* generateId(ClaimId)
    const next: Overlap = {
      ...first,
      overlap: 2,
      state: "adjudicating",
      agreement: oddJson,
      decidedAt: instant,
      decidedBy: ann,
      decidedFor: bob,
      places: [
        {
          place: 2,
          queue: "reviewing",
          openUser: null,
          ownUser: eve,
          lease: { claimId, holder: bob, step: 5, claimedAt: fromMillis(1000), expiresAt: fromMillis(2000) },
        },
      ],
    }
    yield* store.put([next])
    const all = yield* store.find(dataset.id, [a.id, b.id])
    assert.deepStrictEqual(all.get(a.id), next)
    assert.deepStrictEqual(all.get(b.id), makeOpen(b, 2))
    const { now, overlaps: locked } = yield* Effect.flatMap(Transaction, ({ run }) =>
      run(store.lock(dataset.id, [a.id, b.id], "wait")),
    )
    assert.deepStrictEqual(locked, all)
    assert.isAbove(now, Date.now() - 600_000)
  }),

  "lists the samples to which no label is missing, page by page": Effect.gen(function* () {
    const { a, b, dataset, store } = yield* aWorld
    const [first, second] = a.id < b.id ? [a.id, b.id] : [b.id, a.id]
    assert.deepStrictEqual(yield* store.listComplete(dataset.id, null, 9), [])
    yield* store.put([makeOpen(a, 2), makeOpen(b, 2)])
    assert.deepStrictEqual(yield* store.listComplete(dataset.id, null, 9), [])
    yield* store.put([
      { ...makeOpen(b, 2), state: "adjudicating" },
      { ...makeOpen(a, 2), state: "decided" },
    ])
    assert.deepStrictEqual(yield* store.listComplete(dataset.id, null, 9), [first, second])
    assert.deepStrictEqual(yield* store.listComplete(dataset.id, null, 1), [first])
    assert.deepStrictEqual(yield* store.listComplete(dataset.id, first, 9), [second])
    assert.deepStrictEqual(yield* store.listComplete(dataset.id, second, 9), [])
  }),

  "deletes overlaps with places and labels": Effect.gen(function* () {
    const { a, b, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 2), makeOpen(b, 2)])
    for (const sample of [a, b]) yield* store.addLabel(yield* makeOverlapLabel(sample, ann))
    yield* store.remove(dataset.id, [a.id])
    assert.deepStrictEqual([...(yield* store.find(dataset.id, [a.id, b.id])).keys()], [b.id])
    assert.deepStrictEqual(yield* store.listLabels(dataset.id, a.id), [])
    assert.lengthOf(yield* store.listLabels(dataset.id, b.id), 1)
    const waiting = yield* store.listWaiting({
      datasetId: dataset.id,
      user: eve,
      queue: "labeling",
      limit: 9,
    })
    assert.deepStrictEqual(formatSteps(waiting, a, b), ["4 1"])
  }),

  "lists the last version of each person's label, and who has finished one": Effect.gen(function* () {
    const { a, b, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 3), makeOpen(b, 3)])
    const draft = yield* makeOverlapLabel(a, ann, { status: "LABELING_IN_PROGRESS" })
    yield* store.addLabel(draft)
    const skipped = yield* makeOverlapLabel(a, bob, {
      status: "SKIPPED",
      attributes: null,
      comment: null,
      score: null,
      time: null,
      inactiveTime: null,
    })
    yield* store.addLabel(skipped)
    yield* store.addLabel(yield* makeOverlapLabel(b, eve))
    assert.deepStrictEqual(yield* store.listLabels(dataset.id, a.id), [draft, skipped])
    assert.deepStrictEqual((yield* store.find(dataset.id, [a.id])).get(a.id)?.labelers, [bob])
    const finished = yield* makeOverlapLabel(a, ann, { createdAt: addSeconds(instant, 60) })
    yield* store.addLabel(finished)
    assert.deepStrictEqual(yield* store.listLabels(dataset.id, a.id), [skipped, finished])
    assert.isTrue(isFinishedOverlapLabel(finished))
    const ofB = (yield* store.listLabels(dataset.id, b.id))[0]
    const list = (labeler: Username) => store.findLabels(dataset.id, [a.id, b.id], labeler)
    const startedAt = instant
    assert.deepStrictEqual([...(yield* list(ann))], [[a.id, { ...finished, startedAt }]])
    assert.deepStrictEqual([...(yield* list(eve))], [[b.id, { ...ofB, startedAt }]])
    assert.strictEqual((yield* store.findLabels(dataset.id, [], eve)).size, 0)
    assert.deepStrictEqual((yield* store.find(dataset.id, [a.id])).get(a.id)?.labelers, [bob, ann])
  }),

  "deletes one version of a person's label, and knows the one before it again": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 3)])
    const draft = yield* makeOverlapLabel(a, ann, { status: "LABELING_IN_PROGRESS" })
    const [finished, other] = [yield* makeOverlapLabel(a, ann), yield* makeOverlapLabel(a, bob)]
    for (const label of [draft, finished, other]) yield* store.addLabel(label)
    yield* store.removeLabel({ ...finished, labeler: bob })
    assert.deepStrictEqual(yield* store.listLabels(dataset.id, a.id), [finished, other])
    yield* store.removeLabel(finished)
    assert.deepStrictEqual(yield* store.listLabels(dataset.id, a.id), [draft, other])
    assert.deepStrictEqual((yield* store.find(dataset.id, [a.id])).get(a.id)?.labelers, [bob])
  }),

  "lists what waits for a person in the order of step, priority and sample": Effect.gen(function* () {
    const { a, b, c, dataset, store } = yield* aWorld
    const saved = makeOpen(c, 2)
    yield* store.put([
      makeOpen(a, 2),
      makeOpen(b, 2, { np: -7, labeler: bob }),
      {
        ...saved,
        places: saved.places.map((place) => (place.place === 1 ? { ...place, ownUser: eve } : place)),
      },
    ])
    const list = (user: Username, limit = 9) =>
      Effect.map(store.listWaiting({ datasetId: dataset.id, user, queue: "labeling", limit }), (rows) =>
        formatSteps(rows, a, b, c),
      )
    assert.deepStrictEqual(yield* list(ann), ["4 1", "4 0", "4 2"])
    assert.deepStrictEqual(yield* list(bob), ["3 1", "4 0", "4 2"])
    assert.deepStrictEqual(yield* list(eve), ["1 2", "4 1", "4 0"])
    assert.deepStrictEqual(yield* list(ann, 2), ["4 1", "4 0"])
  }),

  "lists as many samples of each step as a view asks for, each in one step": Effect.gen(function* () {
    const { a, b, c, dataset, store } = yield* aWorld
    const saved = makeOpen(b, 1)
    yield* store.put([
      makeOpen(a, 2, { np: -9, labeler: bob }),
      { ...saved, places: saved.places.map((place) => ({ ...place, ownUser: bob })) },
      makeOpen(c, 2),
    ])
    const list = (limit: number, isPerStep: boolean) =>
      Effect.map(
        store.listWaiting({ datasetId: dataset.id, user: bob, queue: "labeling", limit, isPerStep }),
        (rows) => formatSteps(rows, a, b, c),
      )
    assert.deepStrictEqual(yield* list(1, true), ["1 1", "3 0", "4 2"])
    assert.deepStrictEqual(yield* list(9, true), ["1 1", "3 0", "4 2"])
    assert.deepStrictEqual(yield* list(1, false), ["1 1"])
  }),

  "lists the samples that have places in a queue, whoever has them": Effect.gen(function* () {
    const { a, b, c, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 2), makeOpen(b, 1, { np: -7, labeler: bob })])
    yield* store.put([updatePlaces({ ...makeOverlap(c, 1), state: "adjudicating" }, unassigned, 0)])
    yield* leaseAtOnce(a, ann, "wait")
    const list = (queue: QueueName, limit: number) =>
      Effect.map(store.listPlaced(dataset.id, queue, limit), (placed) => [...placed.overlaps.keys()])
    assert.deepStrictEqual(yield* list("labeling", 9), [b.id, a.id])
    assert.deepStrictEqual(yield* list("labeling", 1), [b.id])
    assert.deepStrictEqual(yield* list("reviewing", 9), [c.id])
    const { now, overlaps: placed } = yield* store.listPlaced(dataset.id, "labeling", 9)
    assert.deepStrictEqual(placed, yield* store.find(dataset.id, [b.id, a.id]))
    assert.approximately(now, Date.now(), 600_000)
  }),

  "leaves out samples to which a person gave a label, or of which they have a place": Effect.gen(
    function* () {
      const { a, b, c, dataset, store } = yield* aWorld
      yield* store.put([makeOpen(a, 2), makeOpen(b, 2), makeOpen(c, 2)])
      yield* store.addLabel(yield* makeOverlapLabel(a, ann))
      yield* store.addLabel(yield* makeOverlapLabel(c, ann, { status: "LABELING_IN_PROGRESS" }))
      yield* leaseAtOnce(b, ann, "wait")
      const list = (user: Username) =>
        Effect.map(store.listWaiting({ datasetId: dataset.id, user, queue: "labeling", limit: 9 }), (rows) =>
          formatSteps(rows, a, b, c),
        )
      assert.deepStrictEqual(yield* list(ann), ["4 2"])
      assert.deepStrictEqual(yield* list(bob), ["4 0", "4 1", "4 2"])
      assert.strictEqual(yield* leaseAtOnce(b, ann, "wait"), null)
    },
  ),

  "offers a decision to others before those whose labels it is about, and to an assignee alone": Effect.gen(
    function* () {
      const { a, b, c, dataset, store } = yield* aWorld
      for (const [sample, reviewer] of [
        [a, null],
        [b, eve],
      ] as const) {
        yield* store.addLabel(yield* makeOverlapLabel(sample, ann))
        yield* store.put([
          updatePlaces({ ...makeOverlap(sample, 1), state: "adjudicating" }, { ...unassigned, reviewer }, 0),
        ])
      }
      const list = (user: Username, limit = 9) =>
        Effect.map(store.listWaiting({ datasetId: dataset.id, user, queue: "reviewing", limit }), (rows) =>
          formatSteps(rows, a, b, c),
        )
      assert.deepStrictEqual(yield* list(ann), ["5 0"])
      yield* store.put([updatePlaces({ ...makeOverlap(c, 1), state: "adjudicating" }, unassigned, 0)])
      assert.deepStrictEqual(yield* list(ann), ["4 2", "5 0"])
      assert.deepStrictEqual(yield* list(ann, 1), ["4 2"])
      yield* store.remove(dataset.id, [c.id])
      assert.deepStrictEqual(yield* list(bob), ["4 0"])
      assert.deepStrictEqual(yield* list(eve), ["3 1", "4 0"])
    },
  ),

  "counts expired leases as free, and finds their claims": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 1)])
    const held = yield* leaseAtOnce(a, ann, "wait", -5)
    const claim = Option.getOrNull(yield* store.findClaim(held?.id ?? ClaimId.make("")))
    assert.deepStrictEqual([claim?.holder, claim?.sampleId, claim?.queue], [ann, a.id, "labeling"])
    assert.deepStrictEqual(yield* store.listClaims({ user: ann }), [])
    assert.deepStrictEqual(yield* store.listOwn({ ...listed, datasetId: dataset.id, user: ann }), [])
    const waiting = yield* store.listWaiting({
      datasetId: dataset.id,
      user: bob,
      queue: "labeling",
      limit: 9,
    })
    assert.deepStrictEqual(formatSteps(waiting, a), ["4 0"])
    assert.isTrue(Option.isNone(yield* store.findClaim(yield* generateId(ClaimId))))
  }),

  "lists the open claims of a person and of a dataset, oldest first, and the samples of a person": Effect.gen(
    function* () {
      const { a, b, c, dataset, store } = yield* aWorld
      yield* store.put([makeOpen(a, 2), makeOpen(b, 2), makeOpen(c, 2)])
      const ids = []
      for (const [sample, user] of [
        [b, ann],
        [a, bob],
        [a, ann],
      ] as const) {
        ids.push((yield* leaseAtOnce(sample, user, "wait"))?.id)
        yield* Effect.sleep("2 millis")
      }
      const listIds = (claims: ReadonlyArray<{ readonly id: ClaimId }>) => claims.map(({ id }) => id)
      assert.deepStrictEqual(listIds(yield* store.listClaims({ dataset: dataset.id, limit: 9 })), ids)
      assert.deepStrictEqual(listIds(yield* store.listClaims({ user: ann })), [ids[0], ids[2]])
      const list = (request: Partial<OwnPlacesQuery>) =>
        store.listOwn({ ...listed, datasetId: dataset.id, user: ann, ...request })
      assert.deepStrictEqual(yield* list({}), [a.id, b.id])
      assert.deepStrictEqual(yield* list({ limit: 1 }), [a.id])
      assert.deepStrictEqual(yield* list({ queues: ["reviewing"] }), [])
      assert.deepStrictEqual(
        listIds(yield* store.listClaims({ dataset: dataset.id, limit: 2 })),
        ids.slice(0, 2),
      )
    },
  ),

  "finds the labels that a person saved, and samples with overlap of which they saved none": Effect.gen(
    function* () {
      const { a, b, c, dataset, store } = yield* aWorld
      yield* store.put([makeOpen(a, 2), makeOpen(b, 2)])
      yield* store.addLabel(yield* makeOverlapLabel(a, bob, { createdAt: instant }))
      const last = yield* makeOverlapLabel(a, bob, { createdAt: addSeconds(instant, 9), score: 1 })
      yield* store.addLabel(last)
      yield* store.addLabel(yield* makeOverlapLabel(b, eve))
      const drafts = yield* store.findDrafts(dataset.id, [a.id, b.id, c.id], bob)
      assert.deepStrictEqual(
        drafts,
        new Map([
          [a.id, { ...last, startedAt: instant }],
          [b.id, null],
        ]),
      )
    },
  ),

  "gives one place to each of two people at once": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 3)])
    const [one, other] = yield* runInterleaved(lease(a, ann, "wait"), lease(a, bob, "wait"))
    assert.isNotNull(one)
    assert.isNotNull(other)
    assert.notStrictEqual(one?.place, other?.place)
    const [again, none] = yield* runInterleaved(lease(a, eve, "wait"), lease(a, eve, "wait"))
    assert.lengthOf(
      [again, none].filter((claim) => claim !== null),
      1,
    )
    assert.lengthOf(yield* store.listClaims({ dataset: dataset.id, limit: 9 }), 3)
  }),

  "skips an overlap that another transaction has locked, or sees what that did": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 1)])
    const [one, other] = yield* runInterleaved(lease(a, ann, "wait"), lease(a, bob, "skip"))
    assert.isNotNull(one)
    assert.isNull(other)
    assert.lengthOf(yield* store.listClaims({ dataset: dataset.id, limit: 9 }), 1)
  }),

  "leases each place once to many people at once": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    yield* store.put([makeOpen(a, 7)])
    const claims = yield* runTwenty((index) => leaseAtOnce(a, Username.make(`person${index}`), "wait"))
    const places = claims.flatMap((claim) => claim?.place ?? [])
    assert.deepStrictEqual(places.toSorted(), [1, 2, 3, 4, 5, 6, 7])
    assert.lengthOf(yield* store.listClaims({ dataset: dataset.id, limit: 9 }), 7)
  }),

  "remembers how claims ended": Effect.gen(function* () {
    const { a, store } = yield* aWorld
    const claims = yield* ClaimStore
    yield* store.put([makeOpen(a, 1)])
    const held = yield* leaseAtOnce(a, ann, "wait", 600)
    const id = held?.id ?? ClaimId.make("")
    const claim = Option.getOrThrow(yield* store.findClaim(id))
    yield* store.noteEnds([claim], "released")
    assert.deepStrictEqual(Option.getOrNull(yield* claims.endOf(id)), {
      datasetId: a.datasetId,
      reason: "released",
    })
    const [ended] = yield* claims.findEnded(claim)
    assert.strictEqual(ended?.id, id)
    assert.isBelow(Date.parse(ended?.endsAt ?? ""), Date.parse(claim.expiresAt))
  }),

  "says of a sample how far its overlap is": Effect.gen(function* () {
    const { a, b, c, dataset, store } = yield* aWorld
    const claims = yield* ClaimStore
    yield* store.put([makeOpen(a, 2), { ...makeOverlap(b, 2), state: "decided" }])
    const facts = yield* claims.facts(dataset.id, [a.id, b.id, c.id])
    assert.deepStrictEqual(
      [a, b, c].map(({ id }) => facts.find(({ sampleId }) => sampleId === id)?.overlap),
      ["labeling", "decided", undefined],
    )
  }),

  "forgets everything with the dataset": Effect.gen(function* () {
    const { a, dataset, store } = yield* aWorld
    const datasets = yield* DatasetStore
    yield* store.put([makeOpen(a, 2)])
    yield* store.addLabel(yield* makeOverlapLabel(a, ann))
    const held = yield* leaseAtOnce(a, bob, "wait")
    yield* datasets.markDeleted(dataset.id, instant)
    assert.deepStrictEqual(yield* store.listClaims({ user: bob }), [])
    assert.isTrue(Option.isNone(yield* store.findClaim(held?.id ?? ClaimId.make(""))))
    assert.strictEqual((yield* store.find(dataset.id, [a.id])).size, 0)
    while ((yield* datasets.purge(dataset.id, 100)) > 0);
    assert.deepStrictEqual(yield* store.listLabels(dataset.id, a.id), [])
  }),
})

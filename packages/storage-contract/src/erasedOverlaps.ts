/** ErasureStore: samples that several people label, one of whom is removed. Overlaps and exports have the pseudonym then. */
import { ErasureStore, OverlapStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { names } from "./erasure.ts"
import { addDataset, addOrganization, addPerson, addSamples } from "./fixtures.ts"
import { ann, leaseAtOnce, makeOpen, makeOverlapLabel } from "./overlapFixtures.ts"
import { makeSuite } from "./suite.ts"

const aTeam = Effect.gen(function* () {
  const acme = yield* addOrganization("acme")
  const grace = yield* addPerson(names.from)
  yield* addPerson(ann)
  const dataset = yield* addDataset(acme)
  const [decided, labeled, begun] = yield* addSamples(dataset, [{}, {}, {}])
  if (decided === undefined || labeled === undefined || begun === undefined)
    return yield* Effect.dieMessage("No samples.")
  return { dataset, grace, decided, labeled, begun, store: yield* OverlapStore }
})

export const erasedOverlaps = makeSuite("ErasureStore, overlaps", {
  "replaces a name among the people of a sample, and in their labels": Effect.gen(function* () {
    const { dataset, grace, labeled, store } = yield* aTeam
    const [first, draft, second] = [
      yield* makeOverlapLabel(labeled, ann),
      yield* makeOverlapLabel(labeled, grace, { status: "LABELING_IN_PROGRESS" }),
      yield* makeOverlapLabel(labeled, grace),
    ]
    for (const label of [first, draft, second]) yield* store.addLabel(label)
    yield* store.put([{ ...makeOpen(labeled, 3), labelers: [ann, grace] }])
    assert.isAtLeast(yield* (yield* ErasureStore).rename(names, dataset.id), 2)
    assert.deepStrictEqual((yield* store.find(dataset.id, [labeled.id])).get(labeled.id)?.labelers, [
      ann,
      names.to,
    ])
    const renamed = { ...second, labeler: names.to }
    assert.deepStrictEqual(yield* store.listLabels(dataset.id, labeled.id), [first, renamed])
    // As an export of one person reads them.
    const ofPseudonym = yield* store.findLabels(dataset.id, [labeled.id], names.to)
    assert.deepStrictEqual(ofPseudonym.get(labeled.id), { ...renamed, startedAt: draft.createdAt })
    assert.strictEqual((yield* store.findLabels(dataset.id, [labeled.id], grace)).size, 0)
    assert.strictEqual(yield* (yield* ErasureStore).rename(names, dataset.id), 0)
  }),

  "replaces the name of whoever decided, and of the person whose label was accepted": Effect.gen(
    function* () {
      const { dataset, decided, grace, store } = yield* aTeam
      const people = { decidedBy: grace, decidedFor: grace }
      const { createdAt: decidedAt } = yield* makeOverlapLabel(decided, grace)
      yield* store.put([{ ...makeOpen(decided, 2), state: "decided", places: [], decidedAt, ...people }])
      yield* (yield* ErasureStore).rename(names, dataset.id)
      const overlap = (yield* store.find(dataset.id, [decided.id])).get(decided.id)
      assert.deepStrictEqual([overlap?.decidedBy, overlap?.decidedFor], [names.to, names.to])
    },
  ),

  "replaces the name in places and claims": Effect.gen(function* () {
    const { begun, dataset, grace, store } = yield* aTeam
    yield* store.put([makeOpen(begun, 2, { labeler: grace })])
    yield* leaseAtOnce(begun, grace, "wait")
    yield* (yield* ErasureStore).rename(names, dataset.id)
    const places = (yield* store.find(dataset.id, [begun.id])).get(begun.id)?.places ?? []
    assert.notInclude(JSON.stringify(places), names.from)
    assert.include(JSON.stringify(places), names.to)
    const claims = yield* store.listClaims({ dataset: dataset.id, limit: 9 })
    assert.deepStrictEqual(
      claims.map(({ holder }) => holder),
      [names.to],
    )
  }),
})

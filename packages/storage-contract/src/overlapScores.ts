/** Overlaps without the comparisons of their labels, of which lists need the scores alone. */
import { type Overlap, type Sample, toJsonText } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aWorld, makeOpen } from "./overlapFixtures.ts"
import { makeSuite } from "./suite.ts"

export const overlapScores = makeSuite("OverlapStore, scores", {
  "are found with their scores, whatever else the comparisons contain": Effect.gen(function* () {
    const { a, b, dataset, store } = yield* aWorld
    const decide = (sample: Sample, agreement: object): Overlap => ({
      ...makeOpen(sample, 2),
      state: "adjudicating",
      agreement: toJsonText(agreement),
      places: [],
    })
    const values = ['\u0001 ,"agreement":0.25,"objectAlpha":', "\ud83d\ude00"]
    const [first, second] = [
      decide(a, {
        groups: [{ agreement: 0.5 }],
        values,
        agreement: 0.1 + 0.2,
        objectAlpha: -1,
        mismatches: [],
      }),
      // In another order, as another version may write it.
      decide(b, { objectAlpha: 1, agreement: 1e-7, values }),
    ]
    yield* store.put([first, second])
    const read = (withScores: boolean) =>
      Effect.map(store.findBrief(dataset.id, [a.id, b.id], withScores), (all) => [
        all.get(a.id),
        all.get(b.id),
      ])
    const toBrief = ({ agreement: _, ...rest }: Overlap, score: number | null) => ({ ...rest, score })
    assert.deepStrictEqual(yield* read(true), [toBrief(first, 0.1 + 0.2), toBrief(second, 1e-7)])
    assert.deepStrictEqual(yield* read(false), [toBrief(first, null), toBrief(second, null)])
    yield* store.put([
      { ...first, agreement: toJsonText({ agreement: null, objectAlpha: 1 }) },
      { ...second, agreement: null },
    ])
    assert.deepStrictEqual(yield* read(true), [toBrief(first, null), toBrief(second, null)])
    assert.deepStrictEqual(yield* store.findBrief(dataset.id, [], true), new Map())
  }),
})

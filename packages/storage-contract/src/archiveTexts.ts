/** ArchiveStore: finds records by what their texts contain. */
import {
  ArchiveStore,
  castToJsonText,
  LabelStore,
  type Sample,
  type StoredSection,
  storedSections,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { addSamples, aWorld, makeLabel, oddJson } from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

export const archiveTexts = makeSuite("ArchiveStore, texts", {
  "reads at least the records whose texts contain a text, in order": Effect.gen(function* () {
    const labels = yield* LabelStore
    const { dataset, truth } = yield* aWorld
    const text = castToJsonText(`{"deep":[{"url":"https://a.example/assets/x-1"}]}`)
    const makeFields = (index: number): Partial<Sample> => {
      if (index === 3) return { metadata: text }
      if (index === 1999) return { readme: "![](/assets/x-1)" }
      return index === 2100 ? { attributes: text } : {}
    }
    const all = yield* addSamples(
      dataset,
      Array.from({ length: 2500 }, (_, index) => makeFields(index)),
    )
    const written = yield* Effect.forEach(all.slice(0, 1200), (sample, index) =>
      makeLabel(sample, truth, { attributes: index === 1100 ? text : oddJson }),
    )
    for (let i = 0; i < written.length; i += 1000) yield* labels.writeNew(written.slice(i, i + 1000), "write")
    const archive = yield* Effect.flatMap(ArchiveStore, (store) => store.open(dataset.id))
    if (archive === null) return yield* Effect.dieMessage("no archive")
    const listMatching = <Section extends StoredSection>(section: Section) =>
      Effect.map(Stream.runCollect(archive.read(section, "assets")), (records) =>
        [...records].filter((record) => JSON.stringify(record).includes("assets")),
      )
    assert.deepStrictEqual(
      (yield* listMatching("samples")).map(({ id }) => id),
      [3, 1999, 2100].map((index) => all[index]?.id),
    )
    const versions = yield* listMatching("label-versions")
    assert.deepStrictEqual([versions.length, versions[0]?.attributes], [1, text])
    assert.strictEqual(versions[0]?.version, written[1100]?.version)
    for (const section of storedSections) yield* Stream.runDrain(archive.read(section, "assets"))
  }),
})

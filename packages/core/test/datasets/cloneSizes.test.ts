/** Clones take along what was measured of the pictures of their samples. */
import {
  Datasets,
  hashUrl,
  type NewPictureSizes,
  PictureSizeStore,
  Samples,
  toJsonText,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { but } from "../contract/sabotage.ts"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const annCats = named("ann", "cats")

const makeSizes = (name: string) =>
  toJsonText([
    {
      pointer: "/image",
      url: hashUrl(`https://example.com/${name}.png`),
      width: 640,
      height: 480,
      orientation: 1,
    },
  ])

describe("a clone", () => {
  it.effect("has no size of a picture that the original got while it was copied", () => {
    const saved: Array<NewPictureSizes> = []
    const storage = but(PictureSizeStore, (whole) => ({
      find: (_, samples) =>
        Effect.succeed(new Map(samples.map((id) => [id, { pictures: makeSizes("new"), isCurrent: true }]))),
      save: (dataset, sizes) => {
        saved.push(...sizes)
        return whole.save(dataset, sizes)
      },
    }))
    return Effect.gen(function* () {
      yield* people("ann", "bob")
      yield* datasetOf("ann", { public: true })
      const attributes = toJsonText({ image: { url: "https://example.com/old.png" } })
      yield* Effect.flatMap(Samples, (samples) =>
        as("ann")(samples.createMany(annCats, [{ name: "a", attributes }])),
      )
      yield* Effect.flatMap(Datasets, (datasets) => as("bob")(datasets.clone(annCats)))
      assert.deepStrictEqual(saved, [])
    }).pipe(Effect.provide(world({}, storage())))
  })

  it.effect("has the measured sizes of pictures, unless a picture changed since", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      const { id } = (yield* datasetOf("ann", { public: true })).record.dataset
      const samples = yield* Samples
      const inputs = ["a", "b"].map((name) => ({
        name,
        attributes: toJsonText({ image: { url: `https://example.com/${name}.png` } }),
      }))
      const added = yield* as("ann")(samples.createMany(annCats, inputs))
      const store = yield* PictureSizeStore
      const pictures = makeSizes("a")
      yield* store.save(
        id,
        added.samples.map(({ sample: { id: sampleId, name, version } }) => ({
          sampleId,
          version,
          pictures: makeSizes(name),
        })),
      )
      const changed = added.samples[1]?.sample
      if (changed === undefined) return yield* Effect.dieMessage("no samples")
      const attributes = toJsonText({ image: { url: "https://example.com/c.png" } })
      yield* as("ann")(samples.update(changed.id, { attributes }))
      const { view } = yield* Effect.flatMap(Datasets, (datasets) => as("bob")(datasets.clone(annCats)))
      const { rows } = yield* asSystem(samples.list(named("bob", "cats-clone"), {}))
      const copies = Chunk.toReadonlyArray(yield* asSystem(Stream.runCollect(rows))).map(
        ({ sample }) => sample,
      )
      const sizes = yield* store.find(
        view.record.dataset.id,
        copies.map(({ id: copy }) => copy),
      )
      assert.deepStrictEqual(
        copies.map(({ id: copy, name }) => [name, sizes.get(copy)?.pictures]),
        [
          ["a", pictures],
          ["b", undefined],
        ],
      )
    }).pipe(Effect.provide(world())),
  )
})

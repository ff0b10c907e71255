/** Ids of segments through each format that has masks: those that come back are the ones that went in, or are counted. */
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { formats } from "../../src/formats.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { Bitmap, Frame, Scene, Segment } from "../../src/model/Scene.ts"
import { placedImages, sizeAmong } from "../images.ts"
import { collected, readBack, written } from "../roundTrip.ts"

const size = { width: 4, height: 2 }

const makeSegment = (id: number, categoryId: number): Segment => ({
  id,
  categoryId,
  trackId: null,
  isKeyframe: true,
  attributes: {},
  type: "segment",
})

interface Labels {
  readonly annotations: ReadonlyArray<Segment>
  readonly ids: ReadonlyArray<number>
}

/** The first segment is below the second, and of the later category. */
const turned: Labels = {
  annotations: [makeSegment(1, 2), makeSegment(2, 1)],
  ids: [0, 2, 2, 0, 1, 1, 0, 0],
}

/** The segment between the two others has no pixels. */
const gapped: Labels = {
  annotations: [makeSegment(1, 1), makeSegment(2, 1), makeSegment(3, 2)],
  ids: [0, 1, 1, 0, 3, 3, 0, 0],
}

const makeContent = ({ annotations, ids }: Labels, isSequence: boolean) => {
  const bitmap: Bitmap = { ...size, ids: Uint32Array.from(ids) }
  const image = { url: "https://images.example/one.png", size }
  const frame: Frame = {
    ...emptyFrame,
    image,
    annotations,
    bitmap: { url: null, load: async () => bitmap },
  }
  const scene: Scene = {
    ...emptyScene,
    name: "one",
    kind: "image-segmentation",
    isSequence,
    frames: [frame],
  }
  const categories = ["road", "sky"].map((name, at) => ({
    id: at + 1,
    name,
    color: [at + 1, 0, 0],
    hasInstances: true,
    attributes: [],
  }))
  const taskType = isSequence ? ("image-segmentation-sequence" as const) : ("segmentation-bitmap" as const)
  return {
    dataset: { name: "made", description: "", taskType, categories, imageAttributes: [] },
    scenes: [scene],
  }
}

/** The ids of the pixels after the format, and how many ids it counted. */
const pass = async (format: Format, labels: Labels, isSequence: boolean) => {
  const images = placedImages()
  const { files, losses } = await written(format, makeContent(labels, isSequence), { place: images.place })
  const read = await readBack(format, new Map([...files, ...images.files]), sizeAmong(images.files))
  const scenes = await collected(read.scenes)
  const bitmap = await scenes[0]?.frames[0]?.bitmap?.load()
  const counted = [...losses.list(), ...read.losses.list()].filter(({ kind }) => kind === "ids")
  return { ids: [...(bitmap?.ids ?? [])], counted: counted.reduce((sum, { count }) => sum + count, 0) }
}

const takes = ({ abilities, reader, write }: Format, isSequence: boolean): boolean =>
  write !== undefined &&
  reader !== undefined &&
  abilities.kinds.includes("image-segmentation") &&
  abilities.annotations.length > 0 &&
  (isSequence ? abilities.sequences === "kept" : abilities.singles)

for (const isSequence of [false, true])
  for (const format of formats.filter((one) => takes(one, isSequence)))
    describe(`segments in ${format.title}${isSequence ? ", in a sequence" : ""}`, () => {
      it("keep their ids whatever their order is, or these are counted", async () => {
        const { counted, ids } = await pass(format, turned, isSequence)
        const isSame = ids.every((id, pixel) => id === turned.ids[pixel])
        assert.strictEqual(counted > 0, !isSame, `${ids}`)
      })

      it("keep their ids beside one without pixels, or these are counted", async () => {
        const { counted, ids } = await pass(format, gapped, isSequence)
        const isSame = ids.every((id, pixel) => id === gapped.ids[pixel])
        assert.strictEqual(counted > 0, !isSame, `${ids}`)
      })
    })

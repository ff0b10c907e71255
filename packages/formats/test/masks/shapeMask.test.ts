import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { cvat } from "../../src/cvat/cvat.ts"
import { datumaro } from "../../src/datumaro/datumaro.ts"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import { traceOutline } from "../../src/masks/outline.ts"
import { draw, type Point } from "../../src/model/exactShapes.ts"
import type { Annotation, Scene } from "../../src/model/Scene.ts"
import { type Made, made } from "../arbitraries.ts"
import { countRuns } from "../countRuns.ts"
import { assertReadBack, written } from "../roundTrip.ts"

const image = { width: 640, height: 480 }

/** Any pixels of a box in the image, at least one. */
const outlines = fc
  .tuple(fc.integer({ min: 0, max: 630 }), fc.integer({ min: 0, max: 470 }), fc.integer({ min: 1, max: 10 }))
  .chain(([left, top, side]) =>
    fc
      .array(fc.boolean(), { minLength: side * side, maxLength: side * side })
      .map((pixels) =>
        traceOutline(
          { left, top, width: side, height: side, isIn: (at) => at === 0 || pixels[at] === true },
          image,
        ),
      ),
  )

/** Drawings of which some stand for masks, as in older labels. The first is a box: masks alone are a segmentation. */
const mixed = fc
  .tuple(made("image-vector", false), fc.infiniteStream(outlines))
  .map(([one, stream]): Made => {
    const masked = (annotation: Annotation, index: number): Annotation => {
      const [points = []] = [...stream.take(1)]
      return annotation.type === "polygon" && !("shape" in annotation) && index > 0
        ? { ...annotation, points, attributes: { ...annotation.attributes, is_mask: true } }
        : annotation
    }
    const box = {
      type: "bbox",
      points: [
        [1, 2],
        [3, 4],
      ],
      isKeyframe: true,
      trackId: null,
      attributes: {},
    } as const
    return {
      ...one,
      scenes: one.scenes.map(
        (scene): Scene => ({
          ...scene,
          frames: scene.frames.map((frame) => ({
            ...frame,
            annotations: [
              { ...box, id: 100, categoryId: one.dataset.categories[0]?.id ?? 1 },
              ...frame.annotations,
            ].map(masked),
          })),
        }),
      ),
    }
  })

const oneMask = (points: ReadonlyArray<ReadonlyArray<number>>): Made => {
  const [sample] = fc.sample(mixed, { numRuns: 1, seed: 1 })
  if (sample === undefined) return assert.fail("There is no sample.")
  const shape = draw({ type: "multipolygon", polygons: [[points as ReadonlyArray<Point>]], pixels: true })
  const annotation = { id: 7, ...shape, isKeyframe: true, trackId: null, attributes: {} } as const
  const [scene] = sample.scenes
  const [frame] = scene?.frames ?? []
  if (scene === undefined || frame === undefined) return assert.fail("There is no frame.")
  const categoryId = sample.dataset.categories[0]?.id ?? 1
  const annotations = [{ ...annotation, categoryId }]
  return { ...sample, scenes: [{ ...scene, frames: [{ ...frame, annotations }] }] }
}

describe("masks among other shapes", () => {
  it.each([coco, cvat, datumaro, labelStudio, labelme])(
    "return with their pixels: $title",
    async (format) => {
      await fc.assert(
        fc.asyncProperty(mixed, (one) => assertReadBack(format, one)),
        { numRuns: countRuns(30) },
      )
    },
  )

  it.each([cvat, labelStudio, labelme])(
    "are counted where a polygon was changed or has no pixels: $title",
    async (format) => {
      const lossesOf = async (points: ReadonlyArray<ReadonlyArray<number>>) => {
        const { losses } = await written(format, oneMask(points))
        return losses.list().map(({ kind }) => kind)
      }
      assert.include(
        await lossesOf([
          [10, 10],
          [20.5, 10],
          [10, 20],
        ]),
        "geometry",
      )
      assert.include(
        await lossesOf([
          [700, 10],
          [800, 10],
          [700, 20],
        ]),
        "shapes",
      )
      assert.notInclude(
        await lossesOf([
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 2],
        ]),
        "geometry",
      )
    },
  )

  it("are masks of Datumaro, where the size of the image is known", async () => {
    const square = [
      [10, 10],
      [20, 10],
      [20, 20],
      [10, 20],
    ]
    const { files, losses } = await written(datumaro, oneMask(square))
    const [json] = [...files].flatMap(([path, bytes]) =>
      path.endsWith(".json") ? [new TextDecoder().decode(bytes)] : [],
    )
    assert.include(json, '"type":"mask"')
    assert.notInclude(
      losses.list().map(({ kind }) => kind),
      "exact-shapes",
    )
  })
})

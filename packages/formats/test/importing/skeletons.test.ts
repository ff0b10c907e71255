/** Joints keep their names, places and visibility on any way through the formats that have a place for them. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { cvat } from "../../src/cvat/cvat.ts"
import { datumaro } from "../../src/datumaro/datumaro.ts"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { memorySource } from "../../src/files/Source.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import type { Dataset } from "../../src/model/Dataset.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { draw, makeJoint } from "../../src/model/exactShapes.ts"
import { toWireRecord } from "../../src/model/toWire.ts"
import { countRuns } from "../countRuns.ts"
import { collected, each } from "../roundTrip.ts"

const names = ["nose", "left eye", "hand"]

const dataset: Dataset = {
  name: "people",
  description: "",
  taskType: "keypoints",
  categories: [
    {
      id: 1,
      name: "person",
      color: null,
      hasInstances: true,
      attributes: [],
      skeleton: { joints: names.map((name) => ({ name })), edges: [], flip: [] },
    },
  ],
  imageAttributes: [],
}

type Record = Awaited<ReturnType<typeof toWireRecord>>

const makeRecord = async (visibilities: ReadonlyArray<0 | 1 | 2>): Promise<Record> => {
  const joints = names.map((name, index) => makeJoint(name, [10 * index + 5, 20], visibilities[index] ?? 0))
  const common = { id: 1, categoryId: 1, trackId: null, isKeyframe: true, attributes: {} }
  const annotations = [{ ...common, ...draw({ type: "skeleton", joints }) }]
  const image = { url: "https://x.example/a.png", size: { width: 100, height: 80 } }
  const frames = [{ ...emptyFrame, image, annotations }]
  return await toWireRecord([{ ...emptyScene, name: "a", kind: "image-vector", frames }], async () => "")
}

/** Name, place and visibility; places rounded, because some formats have percents. */
const jointsIn = (record: Record | undefined) => {
  const label = JSON.parse(JSON.stringify(record?.label))
  return label.annotations[0].shape?.joints.map(
    ({
      name,
      visibility,
      x,
      y,
    }: {
      name: string
      visibility: number
      x: number | null
      y: number | null
    }) => [name, visibility, visibility === 0 ? null : [Math.round(x ?? 0), Math.round(y ?? 0)]],
  )
}

describe("the joints of a skeleton", () => {
  it("stay the same on any way through CVAT, Datumaro, Labelme and Label Studio", async () => {
    const visibilities = fc
      .tuple(fc.constantFrom(0, 1, 2), fc.constantFrom(0, 1, 2), fc.constantFrom(0, 1, 2))
      .filter((all) => all.some((one) => one > 0))
    const way = fc.array(fc.constantFrom(cvat, datumaro, labelme, labelStudio), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(visibilities, way, async (given, formats) => {
        let record = await makeRecord(given as ReadonlyArray<0 | 1 | 2>)
        const wanted = jointsIn(record)
        let known = dataset
        for (const format of formats) {
          const target = memoryTarget()
          const plan = { format, dataset: known, samples: each([record]), target, open: async () => null }
          await exportDataset({ ...plan, files: "link" })
          const source = memorySource(target.files)
          const read = await importDataset({
            format,
            source,
            save: async () => "",
            baseUrl: "https://x.example",
          })
          const [next] = await collected(read.records)
          assert.deepStrictEqual(jointsIn(next), wanted, format.name)
          assert.deepStrictEqual(
            read.dataset.categories[0]?.skeleton?.joints.map(({ name }) => name),
            names,
          )
          record = next ?? record
          known = read.dataset
        }
      }),
      { numRuns: countRuns(40) },
    )
  })
})

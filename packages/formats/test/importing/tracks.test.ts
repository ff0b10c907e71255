/** Frames in which an object is not have none after import, expansion of keyframes and export, whatever the formats on the way. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { argoverse2 } from "../../src/argoverse2/argoverse2.ts"
import { coco } from "../../src/coco/coco.ts"
import { cvat } from "../../src/cvat/cvat.ts"
import { datumaro } from "../../src/datumaro/datumaro.ts"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import type { Format } from "../../src/Format.ts"
import { memorySource } from "../../src/files/Source.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import type { Dataset } from "../../src/model/Dataset.ts"
import { mot } from "../../src/mot/formats.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { countRuns } from "../countRuns.ts"
import { bytes } from "../reading.ts"
import { collected, each } from "../roundTrip.ts"

type Files = ReadonlyMap<string, Uint8Array>

/** Rows of `gt.txt` by the frames in which each object is, counted from 1; frames are five pixels apart. */
const motFiles = (objects: ReadonlyArray<ReadonlyArray<number>>, length: number): Files => {
  const rows = objects.flatMap((frames, index) =>
    frames.map((frame) => `${frame},${index + 1},${10 + 5 * (frame % 3)},${10 + index},20,20,1,1,1`),
  )
  const info = ["[Sequence]", "name=S1", "imDir=img1", `seqLength=${length}`, "imWidth=100", "imHeight=80"]
  return new Map([
    ["train/S1/gt/gt.txt", bytes(`${rows.join("\n")}\n`)],
    ["train/S1/gt/labels.txt", bytes("car\n")],
    ["train/S1/seqinfo.ini", bytes(`${info.join("\n")}\nimExt=.png\n`)],
  ])
}

interface Imported {
  readonly dataset: Dataset
  readonly records: ReadonlyArray<{
    readonly name: string
    readonly attributes: unknown
    readonly metadata: Readonly<Record<string, unknown>>
    readonly label: unknown
  }>
}

const imported = async (format: Format, files: Files): Promise<Imported> => {
  const plan = { format, source: memorySource(files), baseUrl: "https://x.example", save: async () => "" }
  const { dataset, records } = await importDataset(plan)
  return { dataset, records: await collected(records) }
}

const exported = async (format: Format, { dataset, records }: Imported, expand = true): Promise<Files> => {
  const target = memoryTarget()
  await exportDataset({
    format,
    dataset,
    samples: each(records),
    target,
    open: async () => null,
    files: "link",
    ...(expand && { interpolation: { byTimestamps: false } }),
  })
  return target.files
}

/** The objects of each frame, in which each stands once. */
const presence = ({ records }: Imported): ReadonlyArray<ReadonlyArray<number>> =>
  records.flatMap(({ label }) =>
    (label as { frames: ReadonlyArray<{ annotations: ReadonlyArray<{ track_id: number }> }> }).frames.map(
      ({ annotations }) => annotations.map((one) => one.track_id).sort((a, b) => a - b),
    ),
  )

const textOf = (files: Files, path: string) => new TextDecoder().decode(files.get(path))

const gap = motFiles(
  [
    [1, 2, 5],
    [1, 2, 3, 4, 5, 6],
  ],
  6,
)

describe("a track with a gap", () => {
  it("is outside in CVAT while its object is not there", async () => {
    const files = await exported(cvat, await imported(mot, gap), false)
    const xml = textOf(files, "train/S1/annotations.xml") || textOf(files, "S1/annotations.xml")
    assert.match(xml, /frame="1" keyframe="1" outside="0"/)
    assert.match(xml, /frame="2" keyframe="1" outside="1"/)
    assert.match(xml, /frame="4" keyframe="1" outside="0"/)
  })

  it("has no rows that nobody labeled, when keyframes are expanded", async () => {
    const files = await exported(mot, await imported(mot, gap))
    const rows = textOf(files, "default/S1/gt/gt.txt") || textOf(files, "train/S1/gt/gt.txt")
    assert.deepStrictEqual(
      rows
        .split("\n")
        .filter((row) => row.split(",")[1] === "1")
        .map((row) => row.split(",")[0]),
      ["1", "2", "5"],
    )
  })

  it("stays apart in OpenLABEL of other tools, which have no marks of keyframes", async () => {
    const box = { bbox: [{ name: "shape", val: [20, 20, 10, 10], coordinate_system: "camera" }] }
    const frame = (isThere: boolean) => ({
      frame_properties: { streams: { camera: { uri: "a.png" } } },
      ...(isThere && { objects: { "0": { object_data: box } } }),
    })
    const document = {
      openlabel: {
        metadata: { schema_version: "1.0.0" },
        coordinate_systems: { camera: { type: "sensor_cs", parent: "" } },
        streams: { camera: { type: "camera", uri: "a.png" } },
        objects: { "0": { name: "car1", type: "car" } },
        frames: Object.fromEntries(
          [true, false, false, true].map((isThere, index) => [index, frame(isThere)]),
        ),
      },
    }
    const files = new Map([["drive.json", bytes(JSON.stringify(document))]])
    const data = await imported(openlabel, files)
    assert.deepStrictEqual(
      presence(data).map(({ length }) => length),
      [1, 0, 0, 1],
    )
    const again = await imported(datumaro, await exported(datumaro, data))
    assert.deepStrictEqual(
      presence(again).map(({ length }) => length),
      [1, 0, 0, 1],
    )
  })

  it("stays apart in CocoVID of other tools, but not between the keyframes of our own files", async () => {
    const images = [1, 2, 3, 4].map((id) => ({
      id,
      video_id: 1,
      frame_id: id - 1,
      file_name: `${id}.png`,
      width: 100,
      height: 80,
    }))
    const annotations = [1, 4].map((id) => ({
      id,
      image_id: id,
      video_id: 1,
      category_id: 1,
      track_id: 7,
      bbox: [10 * id, 10, 20, 20],
      area: 400,
      iscrowd: 0,
    }))
    const file = (info: object) => ({
      info,
      videos: [{ id: 1, name: "drive" }],
      images,
      annotations,
      categories: [{ id: 1, name: "car" }],
    })
    const counts = async (info: object) => {
      const data = await imported(coco, new Map([["a.json", bytes(JSON.stringify(file(info)))]]))
      return presence(await imported(datumaro, await exported(datumaro, data))).map(({ length }) => length)
    }
    assert.deepStrictEqual(await counts({}), [1, 0, 0, 1])
    assert.deepStrictEqual(await counts({ task_type: "image-vector-sequence" }), [1, 1, 1, 1])
  })

  it("is no loss for a format whose frames have the gap", async () => {
    const { dataset, records } = await imported(mot, gap)
    const target = memoryTarget()
    const { losses } = await exportDataset({
      format: mot,
      dataset,
      samples: each(records),
      target,
      open: async () => null,
    })
    assert.deepStrictEqual(
      losses.map(({ kind }) => kind),
      [],
    )
  })

  it("has the same frames after any way through the formats", { timeout: 120_000 }, async () => {
    const frames = fc.subarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 })
    const way = fc.array(fc.constantFrom(mot, cvat, coco, datumaro, openlabel), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(frames, { minLength: 1, maxLength: 3 }), way, async (objects, formats) => {
        let data = await imported(mot, motFiles(objects, 8))
        const wanted = presence(data)
        for (const format of formats) {
          data = await imported(format, await exported(format, data))
          assert.deepStrictEqual(presence(data), wanted, format.name)
        }
      }),
      { numRuns: countRuns(25) },
    )
  })

  it("stays apart in point clouds", async () => {
    const cuboid = (track_id: number) => ({
      id: track_id,
      category_id: 1,
      track_id,
      is_keyframe: true,
      type: "cuboid",
      position: { x: 1, y: 2, z: 3 },
      dimensions: { x: 1, y: 1, z: 1 },
      yaw: 0,
    })
    const frame = (index: number) => ({
      timestamp: String(1_000_000 * index),
      pcd: { url: `https://x.example/${index}.pcd`, type: "pcd" },
    })
    const data: Imported = {
      dataset: {
        name: "drive",
        description: "",
        taskType: "pointcloud-cuboid-sequence",
        categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
        imageAttributes: [],
      },
      records: [
        {
          name: "drive",
          attributes: { frames: [1, 2, 3, 4].map(frame) },
          metadata: {},
          label: {
            frames: [1, 2, 3, 4].map((index) => ({
              annotations: index === 1 || index === 4 ? [cuboid(7)] : [],
            })),
          },
        },
      ],
    }
    const read = await imported(argoverse2, await exported(argoverse2, data, false))
    const counts = presence(await imported(datumaro, await exported(datumaro, read))).map(
      ({ length }) => length,
    )
    assert.deepStrictEqual(counts, [1, 0, 0, 1])
  })
})

describe("attributes that change over the frames of a track", () => {
  const label = (values: ReadonlyArray<string>) => ({
    frames: values.map((state) => ({
      annotations: [
        {
          id: 1,
          category_id: 1,
          track_id: 1,
          is_keyframe: false,
          type: "bbox",
          points: [
            [1, 2],
            [3, 4],
          ],
          attributes: { state, note: state },
        },
      ],
    })),
  })

  it("are mutable and stand in keyframes, because CVAT keeps nothing else", async () => {
    const state = { name: "state", input_type: "select", values: ["a", "b"], is_track_level: true }
    const data: Imported = {
      dataset: {
        name: "drive",
        description: "",
        taskType: "image-vector-sequence",
        categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [state] }],
        imageAttributes: [],
      },
      records: [
        {
          name: "drive",
          attributes: {
            frames: [1, 2, 3].map((n) => ({
              image: { url: `https://x.example/${n}.png`, width: 100, height: 80 },
            })),
          },
          metadata: {},
          label: label(["a", "b", "a"]),
        },
      ],
    }
    const files = await exported(cvat, data, false)
    const xml = textOf(files, "drive/annotations.xml")
    assert.match(xml, /<name>state<\/name><mutable>True<\/mutable>/)
    assert.match(xml, /<name>note<\/name><mutable>True<\/mutable><input_type>text/)
    assert.strictEqual(xml.match(/keyframe="1" outside="0"/g)?.length, 3)
    const again = await imported(cvat, files)
    assert.deepStrictEqual(
      JSON.parse(JSON.stringify(again.records[0]?.label)).frames.map(
        (frame: { annotations: ReadonlyArray<{ is_keyframe: boolean }> }) =>
          frame.annotations[0]?.is_keyframe,
      ),
      [false, false, false],
    )
  })
})

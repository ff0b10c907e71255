import fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { formats } from "../../src/formats.ts"
import type { Dataset } from "../../src/model/Dataset.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { Annotation, Kind, Scene } from "../../src/model/Scene.ts"
import { toTaskType, toWireRecord } from "../../src/model/toWire.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { csv } from "../../src/table/table.ts"
import { countRuns } from "../countRuns.ts"
import { collected, readBack, written } from "../roundTrip.ts"

const size = { width: 64, height: 48 }

const categories = [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }]

interface Numbers {
  readonly id: number
  readonly trackId: number | null
}

/** Each annotation has a separate place in its frame, by which it is found again. */
const makeAnnotation = (kind: Kind, { id, trackId }: Numbers, place: number): Annotation => {
  const common = { id, trackId, categoryId: 1, isKeyframe: true, attributes: {} }
  if (kind !== "cuboid") {
    const left = 1 + place * 10
    return { ...common, type: "bbox", points: [[left, 2], [left + 5, 9]] } // biome-ignore format: corners
  }
  const position = { x: 5 + 10 * place, y: 0, z: 0 }
  return {
    ...common,
    type: "cuboid",
    isSynced: false,
    position,
    dimensions: { x: 4, y: 2, z: 1 },
    yaw: 0,
    rotation: null,
  }
}

const makeScene = (kind: Kind, frames: ReadonlyArray<ReadonlyArray<Numbers>>): Scene => ({
  ...emptyScene,
  name: "drive",
  kind,
  isSequence: true,
  frames: frames.map((numbers, frame) => ({
    ...emptyFrame,
    timestamp: String(1_000_000_000_000_000 + frame * 100_000_000),
    ...(kind === "cuboid"
      ? { cloud: { url: `${frame}.bin`, type: "kitti" } }
      : { image: { url: `${frame}.png`, size } }),
    annotations: numbers.map((own, place) => makeAnnotation(kind, own, place)),
  })),
})

/** The distance of the place from the left or from the scanner, which no format changes. */
const findPlace = (annotation: Annotation): number =>
  annotation.type === "cuboid"
    ? Math.round((annotation.position.x - 5) / 10)
    : Math.round(("points" in annotation ? Math.min(...annotation.points.map(([x = 0]) => x)) - 1 : 0) / 10)

/** The places of objects over the frames, each object once. */
const listObjects = (
  scene: Scene | undefined,
  findKey: (annotation: Annotation) => string,
): ReadonlyArray<string> => {
  const objects = new Map<string, Array<string>>()
  for (const [frame, { annotations }] of (scene?.frames ?? []).entries())
    for (const annotation of annotations) {
      const key = findKey(annotation)
      objects.set(key, [...(objects.get(key) ?? []), `${frame}/${findPlace(annotation)}`])
    }
  return [...objects.values()].map((places) => places.sort().join(" ")).sort()
}

const getKey = ({ id, trackId }: Annotation): string => (trackId === null ? `id ${id}` : `track ${trackId}`)

/** Ids and tracks are distinct in a frame, as the checks of labels ask for. */
const frames: fc.Arbitrary<ReadonlyArray<ReadonlyArray<Numbers>>> = fc.array(
  fc
    .uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 })
    .chain((ids) =>
      fc
        .uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: ids.length, maxLength: ids.length })
        .chain((tracks) =>
          fc.tuple(
            ...ids.map((id, at) =>
              fc.constantFrom(null, tracks[at] ?? 1).map((trackId) => ({ id, trackId })),
            ),
          ),
        ),
    ),
  { minLength: 1, maxLength: 3 },
)

const canWrite = ({ abilities, reader, write }: Format, kind: Kind): boolean =>
  write !== undefined &&
  reader !== undefined &&
  abilities.tracks &&
  abilities.sequences === "kept" &&
  abilities.kinds.includes(kind)

const check = (body: (frames: ReadonlyArray<ReadonlyArray<Numbers>>) => Promise<void>) =>
  fc.assert(fc.asyncProperty(frames, body), {
    numRuns: countRuns(30),
    examples: [
      [
        [
          [
            { id: 1, trackId: 7 },
            { id: 7, trackId: null },
          ],
          [{ id: 7, trackId: null }],
        ],
      ],
    ],
    endOnFailure: true,
  })

describe("an object without a track in a sequence", () => {
  it("is reported where it gets another number than its id", async () => {
    const changed: Array<string> = []
    const scene = makeScene("image-vector", [[{ id: 1, trackId: 7 }, { id: 7, trackId: null }], [{ id: 7, trackId: null }]]) // biome-ignore format: frames
    await toWireRecord(
      [scene],
      async () => "",
      ({ name }) => changed.push(name),
    )
    assert.deepStrictEqual(changed, ["drive"])
  })

  it("has none in tables, which have a place for that", async () => {
    const scene = makeScene("image-vector", [[{ id: 1, trackId: 7 }, { id: 7, trackId: null }]]) // biome-ignore format: frames
    const dataset = {
      name: "d",
      description: "",
      taskType: toTaskType("image-vector"),
      categories,
      imageAttributes: [],
    }
    const { files, losses } = await written(csv, { dataset, scenes: [scene] })
    const [head = "", ...rows] = new TextDecoder().decode(files.get("annotations.csv")).trim().split("\n")
    const at = head.split(",").indexOf("track_id")
    assert.deepStrictEqual(
      rows.map((row) => row.split(",")[at]),
      ["7", ""],
    )
    assert.notInclude(
      losses.list().map(({ kind }) => kind),
      "track-ids",
    )
  })

  it("never becomes one with the object of a track that has the number of its id", () =>
    check(async (numbers) => {
      const scene = makeScene("image-vector", numbers)
      const { label } = await toWireRecord([scene], async () => "")
      const ids = new Set<string>()
      const objects = new Map<string, string>()
      const wire = label?.frames as ReadonlyArray<{ annotations: ReadonlyArray<{ track_id: number }> }>
      for (const [frame, { annotations }] of scene.frames.entries())
        for (const [at, annotation] of annotations.entries()) {
          const track = wire[frame]?.annotations[at]?.track_id
          assert.isNumber(track)
          if (annotation.trackId !== null) assert.strictEqual(track, annotation.trackId)
          const key = getKey(annotation)
          assert.strictEqual(objects.get(key) ?? String(track), String(track))
          objects.set(key, String(track))
          ids.add(String(track))
        }
      assert.strictEqual(ids.size, objects.size)
    }))

  for (const kind of ["image-vector", "cuboid"] as const)
    for (const format of formats.filter((own) => canWrite(own, kind)))
      it(`stays a separate object in ${format.title}, of the type ${kind}`, { timeout: 60_000 }, () =>
        check(async (numbers) => {
          const scene = makeScene(kind, numbers)
          const dataset: Dataset = {
            name: "d",
            description: "",
            taskType: toTaskType(kind),
            categories,
            imageAttributes: [],
          }
          const { files } = await written(format, { dataset, scenes: [scene] })
          const [read] = await collected((await readBack(format, files)).scenes)
          assert.deepStrictEqual(listObjects(read, getKey), listObjects(scene, getKey))
        }),
      )

  it("stays one in OpenLABEL where a track of another sensor has the number of its id", async () => {
    const makeSensor = (sensor: string, numbers: Numbers): Scene => ({
      ...makeScene("cuboid", [[numbers]]),
      sensor,
    })
    const scenes = [makeSensor("front", { id: 1, trackId: 5 }), makeSensor("rear", { id: 5, trackId: null })]
    const taskType = "multisensor-sequence"
    const dataset = { name: "d", description: "", taskType, categories, imageAttributes: [] }
    const { files, losses } = await written(openlabel, { dataset, scenes })
    const read = await collected((await readBack(openlabel, files)).scenes)
    const tracks = read.map(({ frames: [frame] }) => frame?.annotations[0]?.trackId)
    assert.strictEqual(tracks[0], 5)
    assert.notStrictEqual(tracks[1], 5)
    assert.strictEqual(losses.count("track-ids"), 1)
  })
})

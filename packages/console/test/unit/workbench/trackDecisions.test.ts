/** A reviewer chooses between the versions of tracks. */
import { describe, expect, it } from "vitest"
import { print } from "../../../src/workbench/editor/json/parse.ts"
import { isObject, toObjects } from "../../../src/workbench/editor/json/value.ts"
import { listFixed } from "../../../src/workbench/panels/adjudication/decisions.ts"
import { openChoices } from "./decisionBed.ts"
import { read as readText } from "./overlapLabels.ts"

describe("a choice between tracks", () => {
  const frame = (...objects: ReadonlyArray<string>) => `{"annotations": [${objects.join(", ")}]}`
  const track = (id: number, track: number, x: number) =>
    `{"id": ${id}, "track_id": ${track}, "category_id": 1, "type": "bbox", "points": [[${x}, 0], [${x + 10}, 10]], "is_keyframe": true}`

  it("takes all frames of a shape, with the frames in which it is", () => {
    const makeFrames = (x: number, id: number, ...frames: ReadonlyArray<boolean>) =>
      `{"frames": [${frames.map((isThere) => frame(...(isThere ? [track(id, id * 10, x)] : []))).join()}]}`
    const { find, read, take } = openChoices({
      texts: [
        makeFrames(0, 1, true, true, true, true, false),
        makeFrames(0.5, 5, false, true, true, true, true),
      ],
    })
    take(find("shape"), "B")
    const [first, ...others] = toObjects(read().frames).map(({ annotations }) =>
      toObjects(annotations).map(({ id, points, track_id }) => ({ id, points, track_id })),
    )
    expect(first).toEqual([])
    for (const objects of others)
      expect(objects).toEqual([
        {
          id: 1,
          track_id: 10,
          points: [
            [0.5, 0],
            [10.5, 10],
          ],
        },
      ])
  })

  const sequence = (category: number, attributes: string, x: number, ...isThere: ReadonlyArray<boolean>) =>
    `{"frames": [${isThere
      .map((is) =>
        frame(
          ...(is
            ? [
                `{"id": 1, "track_id": 1, "category_id": ${category}, "type": "bbox", "points": [[${x}, 0], [${x + 10}, 10]], "attributes": ${attributes}}`,
              ]
            : []),
        ),
      )
      .join()}]}`
  const listTrack = (bed: ReturnType<typeof openChoices>) =>
    toObjects(bed.read().frames).map(({ annotations }) => {
      const [object] = toObjects(annotations)
      return object && [object.category_id, object.attributes]
    })

  it("gives one category and its attributes to all frames of the track", () => {
    const bed = openChoices({
      texts: [
        sequence(1, `{"color": "red"}`, 0, true, true, true, true),
        sequence(2, `{"b": 1}`, 0, false, true, true, true),
      ],
    })
    bed.take(bed.find("category"), "B")
    expect(listTrack(bed)).toEqual(Array(4).fill([2, { b: 1 }]))
    expect(bed.decide().get(bed.find("category").id)).toEqual({ letter: "B" })
  })

  it("gives a value of the whole track to all of its frames, and other values to those of the other label", () => {
    const bed = openChoices({
      texts: [
        sequence(1, `{"color": "red", "plate": "a"}`, 0, true, true, true, true),
        sequence(1, `{"color": "blue", "plate": "b"}`, 0, false, true, true, true),
      ],
    })
    bed.take(bed.find("attributes"), "B")
    expect(listTrack(bed)).toEqual([
      [1, { color: "red", plate: "b" }],
      ...Array(3).fill([1, { color: "blue", plate: "b" }]),
    ])
  })

  it("gives the frames that a shape adds the category and the attributes of the track", () => {
    const bed = openChoices({
      texts: [
        sequence(1, `{"color": "red"}`, 0, true, true, true, true, false),
        sequence(1, `{"color": "blue", "size": "big"}`, 0.5, false, true, true, true, true),
      ],
    })
    bed.take(bed.find("shape"), "B")
    expect(listTrack(bed)).toEqual([undefined, ...Array(4).fill([1, { color: "red" }])])
  })

  it("adds an object of a sensor to the track that it has in another sensor", () => {
    const sensors = (lidar: ReadonlyArray<string>, camera: ReadonlyArray<string>) =>
      `{"sensors": [${[
        ["left", lidar],
        ["right", camera],
      ]
        .map(
          ([name, frames]) =>
            `{"name": "${String(name)}", "task_type": "image-vector-sequence", "attributes": {"frames": [${[...(frames ?? [])].join()}]}}`,
        )
        .join()}]}`
    const texts = [
      sensors([frame(track(1, 10, 0)), frame()], [frame(track(2, 50, 300)), frame(track(2, 50, 300))]),
      sensors(
        [frame(track(1, 50, 0)), frame()],
        [frame(track(1, 50, 100)), frame(track(2, 60, 300), track(1, 50, 100))],
      ),
    ]
    const { decide, differences, editor, read, take } = openChoices({ texts })
    const added = differences.list.find(
      ({ aspect, members }) => aspect === "object" && members[0]?.key === "50" && members[0].letter === "B",
    )
    if (added === undefined) throw new Error("no difference")
    take(added, "B")
    const [left, right] = toObjects(read().sensors)
    const attributes = right?.attributes
    const frames = isObject(attributes) ? toObjects(attributes.frames) : []
    expect(frames.map(({ annotations }) => toObjects(annotations).map(({ track_id }) => track_id))).toEqual([
      [50, 10],
      [50, 10],
    ])
    expect(decide().get(added.id)).toEqual({ letter: "B" })
    const fixed = editor.state.sensors.map((sensor) => ({ ...sensor, edits: sensor.name !== "right" }))
    expect(listFixed(editor.state, differences.list).size).toBe(0)
    expect(listFixed({ sensors: fixed }, differences.list)).toEqual(
      new Set(differences.list.flatMap(({ id, sensor }) => (sensor === "right" ? [id] : []))),
    )
    expect(listFixed({ sensors: fixed }, differences.list)).toContain(added.id)
    expect(print(left ?? null)).toBe(print(toObjects(readText(texts[0] ?? "").sensors)[0] ?? null))
  })
})

/** The differences between the labels of several people, through which a reviewer walks. */
import { describe, expect, it } from "vitest"
import { print } from "../../../src/workbench/editor/json/parse.ts"
import { compareTexts } from "../../../src/workbench/panels/adjudication/compareTexts.ts"
import { findDifferences } from "../../../src/workbench/panels/adjudication/findDifferences.ts"
import { readAgreement } from "../../../src/workbench/panels/adjudication/readAgreement.ts"
import { readComparedAttributes } from "../../../src/workbench/panels/adjudication/readComparedAttributes.ts"
import type { OverlapLabel } from "../../../src/workbench/session/work.ts"
import { makeLabel, makeTextLabel, read } from "./overlapLabels.ts"

const box = (id: number, category: number, x: number, attributes = "{}") =>
  `{"id": ${id}, "category_id": ${category}, "type": "bbox", "points": [[${x}, 0], [${x + 10}, 10]], "attributes": ${attributes}}`
const makeBoxes = (letter: string, ...boxes: ReadonlyArray<string>): OverlapLabel =>
  makeTextLabel(letter, `{"annotations": [${boxes.join()}]}`)

/** The differences by the comparison that the page makes. */
const compare = (labels: ReadonlyArray<OverlapLabel>, configuration = "{}") => {
  const texts = labels.map(({ label, letter }) => ({ letter, text: print(label.attributes) }))
  const agreement = readAgreement(read(compareTexts({ configuration, labels: texts })))
  return findDifferences(labels, agreement, readComparedAttributes(read(configuration)))
}

/** A configuration with the attributes of categories and of images. */
const withAttributes = (object: ReadonlyArray<object>, image: ReadonlyArray<object> = []): string =>
  JSON.stringify({
    categories: [
      { id: 1, name: "car", attributes: object },
      { id: 2, name: "bus", attributes: [{ name: "color", input_type: "text" }] },
    ],
    image_attributes: image,
  })

const texts = withAttributes(
  [
    { name: "color", input_type: "text" },
    { name: "tags", input_type: "multiselect" },
    { name: "note", input_type: "text" },
  ],
  [
    { name: "weather", input_type: "text" },
    { name: "road", input_type: "text" },
  ],
)

const listNames = (differences: ReturnType<typeof compare>) =>
  differences?.list.map(({ attributes, frame }) => [frame, ...attributes.map(({ name }) => name)])

const noAttributes = readComparedAttributes({})

describe("the differences between labels", () => {
  const agreement = readAgreement(
    read(`{"agreement": 0.5, "people": ["A", "B"], "pairs": [{"people": [0, 1], "quality": 0.5}],
      "objects": [[{"id": 1, "sensor": null, "category": 1}, {"id": 2, "sensor": null, "category": 1}],
                  [{"id": 7, "sensor": null, "category": 1}, {"id": 8, "sensor": null, "category": 2}]],
      "groups": [{"members": [0, 0], "agreement": 1}, {"members": [1, null], "agreement": 0},
                 {"members": [null, 1], "agreement": 0}]}`),
  )

  it("are the objects that some lack or that have several categories", () => {
    const differences = findDifferences(
      [makeLabel("A", [1, 2]), makeLabel("B", [7, 8])],
      agreement,
      noAttributes,
    )
    expect(differences?.list.map(({ members, missing }) => [members.map(({ key }) => key), missing])).toEqual(
      [
        [["2"], ["B"]],
        [["8"], ["A"]],
      ],
    )
    expect([...(differences?.agreed.get("A") ?? [])]).toEqual(["1"])
    expect([...(differences?.agreed.get("B") ?? [])]).toEqual(["7"])
  })

  it("are unknown where the comparison names an object that its label lacks", () => {
    expect(
      findDifferences([makeLabel("A", [1, 2]), makeLabel("B", [7])], agreement, noAttributes),
    ).toBeUndefined()
  })

  it("are those of tracks and sensors in the first frame that has them", () => {
    const makeTracks = (letter: string): OverlapLabel =>
      makeTextLabel(
        letter,
        `{"sensors": [{"name": "lidar", "task_type": "pointcloud-cuboid-sequence", "attributes": {"frames": [
          {"annotations": []}, {"annotations": [{"id": 4, "track_id": 40, "category_id": 1}]}]}}]}`,
      )
    const [difference] =
      findDifferences(
        [makeTracks("A"), makeTracks("B")],
        readAgreement(
          read(`{"people": ["A", "B"], "objects": [[{"id": 4, "sensor": "lidar", "category": 1}], [{"id": 4, "sensor": "lidar", "category": 2}]],
            "groups": [{"members": [0, 0]}]}`),
        ),
        noAttributes,
      )?.list ?? []
    expect(difference?.members).toEqual([
      { letter: "A", key: "40", id: 4, sensor: "lidar", frame: 1, categoryId: 1 },
      { letter: "B", key: "40", id: 4, sensor: "lidar", frame: 1, categoryId: 2 },
    ])
  })

  it("come from a comparison in the page too, where the server has made none", () => {
    const labels = [
      makeBoxes("A", box(1, 1, 0), box(2, 1, 100)),
      makeBoxes("B", box(5, 1, 0.5), box(6, 2, 100)),
    ]
    for (const configuration of [
      `{"categories": [{"id": 1, "name": "car"}, {"id": 2, "name": "bus"}]}`,
      `{}`,
    ]) {
      const differences = compare(labels, configuration)
      expect(
        differences?.list.map(({ members }) => members.map(({ categoryId, key }) => [key, categoryId])),
      ).toEqual([
        [
          ["2", 1],
          ["6", 2],
        ],
      ])
      expect([...(differences?.agreed.get("B") ?? [])]).toEqual(["5"])
    }
  })

  it("are attributes of an object, which the difference names with the value of each label", () => {
    const labels = [
      makeBoxes("A", box(1, 1, 0, `{"color": "red", "tags": ["a", "b"], "note": ""}`), box(2, 1, 100)),
      makeBoxes("B", box(5, 1, 0, `{"color": "blue", "tags": ["b", "a"]}`), box(6, 1, 100)),
    ]
    const differences = compare(labels, texts)
    expect(differences?.list).toMatchObject([
      {
        subject: "object",
        members: [{ key: "1" }, { key: "5" }],
        missing: [],
        attributes: [
          {
            name: "color",
            values: new Map([
              ["A", "red"],
              ["B", "blue"],
            ]),
          },
        ],
        similarity: undefined,
      },
    ])
    expect([...(differences?.agreed.get("A") ?? [])]).toEqual(["2"])
  })

  it("are attributes that one label lacks, and none that are empty in one of them or have other digits", () => {
    const differences = compare(
      [
        makeBoxes("A", box(1, 1, 0, `{"speed": 3.0, "limit": "50", "empty": null, "seen": false}`)),
        makeBoxes("B", box(5, 1, 0, `{"speed": 3, "limit": 50.0, "empty": []}`)),
      ],
      withAttributes([
        { name: "speed", input_type: "number" },
        { name: "limit", input_type: "number" },
        { name: "empty", input_type: "multiselect" },
        { name: "seen", input_type: "checkbox" },
      ]),
    )
    expect(listNames(differences)).toEqual([[0, "seen"]])
  })

  it("are attributes that the configuration has, of objects of one category", () => {
    const labels = [
      makeBoxes("A", box(1, 1, 0, `{"color": "red", "unknown": 1}`), box(2, 1, 100, `{"color": "red"}`)),
      makeBoxes("B", box(5, 1, 0, `{"color": "red", "unknown": 2}`), box(6, 2, 100, `{"color": "blue"}`)),
    ]
    expect(listNames(compare(labels, texts))).toEqual([[0]])
    expect(compare(labels.slice(1), texts)?.list).toEqual([])
  })

  it("are attributes of the sensors that have them", () => {
    const makeSensors = (letter: string, value: string): OverlapLabel => {
      const frames = `{"frames": [{"annotations": [${box(1, 1, 0, `{"camera": "${value}", "cloud": "${value}"}`)}],
        "image_attributes": {"lens": "${value}"}}]}`
      return makeTextLabel(
        letter,
        `{"sensors": [{"name": "front", "task_type": "image-vector-sequence", "attributes": ${frames}}]}`,
      )
    }
    const configuration = withAttributes(
      [
        { name: "camera", input_type: "text", sensors: "2D" },
        { name: "cloud", input_type: "text", sensors: "3D" },
      ],
      [{ name: "lens", input_type: "text", sensor_filter: "3D" }],
    )
    expect(listNames(compare([makeSensors("A", "x"), makeSensors("B", "y")], configuration))).toEqual([
      [0, "camera"],
    ])
  })

  it("are image attributes of frames that only one label has, which the other does not fill in", () => {
    const makeFrames = (letter: string, ...frames: ReadonlyArray<string>): OverlapLabel =>
      makeTextLabel(
        letter,
        `{"frames": [${frames.map((weather) => `{"annotations": [], "image_attributes": {"weather": "${weather}"}}`).join()}]}`,
      )
    const labels = [makeFrames("A", "sun", "sun"), makeFrames("B", "sun")]
    expect(listNames(compare(labels, texts))).toEqual([[1, "weather"]])
    expect(compare([makeFrames("A", "sun", ""), makeFrames("B", "sun")], texts)?.list).toEqual([])
  })

  it("are known of objects without tracks, which are objects of one frame each", () => {
    const makeFrames = (letter: string, color: string): OverlapLabel =>
      makeTextLabel(
        letter,
        `{"frames": [{"annotations": [${box(1, 1, 0, `{"color": "red"}`)}]}, {"annotations": [${box(1, 1, 0, `{"color": "${color}"}`)}]}]}`,
      )
    expect(listNames(compare([makeFrames("A", "red"), makeFrames("B", "blue")], texts))).toEqual([
      [1, "color"],
    ])
  })

  it("are shapes whose similarity is below 0.9, the lowest of all pairs", () => {
    const labels = [
      makeBoxes("A", box(1, 1, 0), box(2, 1, 100)),
      makeBoxes("B", box(5, 1, 2), box(6, 1, 100.5)),
      makeBoxes("C", box(8, 1, 0), box(9, 1, 100)),
    ]
    const differences = compare(labels)
    expect(differences?.list.map(({ members, similarity }) => [members[0]?.key, similarity])).toEqual([
      ["1", 8 / 12],
    ])
    expect([...(differences?.agreed.get("C") ?? [])]).toEqual(["9"])
  })

  it("are attributes of the image, beside those of its objects", () => {
    const differences = compare(
      [
        makeTextLabel("A", `{"annotations": [], "image_attributes": {"weather": "rain", "road": "dry"}}`),
        makeTextLabel("B", `{"annotations": [], "image_attributes": {"weather": "sun", "road": "dry"}}`),
        makeTextLabel("C", `{"annotations": []}`),
      ],
      texts,
    )
    expect(differences?.list).toMatchObject([
      { subject: "image", members: [], frame: 0, attributes: [{ name: "weather" }, { name: "road" }] },
    ])
  })

  it("lead to the first frame in which attributes differ, and to each frame with others of the image", () => {
    const makeFrames = (letter: string, weathers: ReadonlyArray<string>, color: string): OverlapLabel =>
      makeTextLabel(
        letter,
        `{"frames": [${weathers
          .map(
            (weather, frame) =>
              `{"image_attributes": {"weather": "${weather}"}, "annotations": [{"id": 4, "track_id": 40, "category_id": 1, "type": "bbox",
               "points": [[0, 0], [10, 10]], "attributes": {"color": "${frame < 2 ? "red" : color}"}}]}`,
          )
          .join()}]}`,
      )
    const differences = compare(
      [
        makeFrames("A", ["rain", "sun", "sun", "rain"], "red"),
        makeFrames("B", ["rain", "fog", "fog", "fog"], "blue"),
      ],
      texts,
    )
    expect(differences?.list.map(({ frame, subject }) => [frame, subject])).toEqual([
      [1, "image"],
      [2, "object"],
      [3, "image"],
    ])
    expect(differences?.list[1]?.members.map(({ frame }) => frame)).toEqual([2, 2])
  })
})

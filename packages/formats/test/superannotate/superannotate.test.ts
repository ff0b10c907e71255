import { assert, describe, it } from "vitest"
import { superannotate } from "../../src/superannotate/superannotate.ts"
import { readFiles, refusal, sourceOf } from "../files.ts"

const instance = (type: string, more: object) => ({
  type,
  className: "car",
  classId: 1,
  pointLabels: {},
  attributes: [],
  creationType: "Preannotation",
  ...more,
})

const box = instance("bbox", { points: { x1: 1, y1: 2, x2: 30, y2: 40 } })

/** As superannotate 4.6.2 writes it. */
const image = (instances: ReadonlyArray<unknown>, metadata: object = {}, more: object = {}) => ({
  metadata: { name: "a.jpg", width: 100, height: 50, ...metadata },
  instances,
  tags: [],
  comments: [],
  ...more,
})

describe("SuperAnnotate", () => {
  it("is found by the name of an image that nobody started, and not by instances beside any metadata", async () => {
    const detect = async (document: object) =>
      superannotate.reader?.detect(sourceOf({ "a.json": document })) ?? assert.fail()
    assert.strictEqual(await detect(image([])), "a.json")
    assert.isUndefined(await detect({ metadata: {}, instances: [] }))
    assert.isUndefined(await detect({ metadata: { region: "eu" }, instances: [{ name: "vm" }] }))
  })

  it("is read with every shape, attributes, groups and tags", async () => {
    const { dataset, losses, scenes } = await readFiles(superannotate, {
      "classes/classes.json": [{ id: 1, name: "car", color: "#ff0000", attribute_groups: [] }],
      "a.jpg.json": image(
        [
          { ...box, attributes: [{ id: 1, groupId: 1, name: "red", groupName: "color" }], probability: 80 },
          instance("polygon", { points: [0, 0, 9, 0, 9, 9], groupId: 3 }),
          instance("polygon", { points: [20, 20, 29, 20, 29, 29], groupId: 3 }),
          instance("polygon", {
            points: [0, 0, 20, 0, 20, 20],
            groupId: 0,
            exclude: [[10, 5, 15, 5, 15, 8]],
          }),
          instance("polyline", { points: [0, 0, 9, 9] }),
          instance("point", { x: 3, y: 4 }),
          instance("ellipse", { cx: 5, cy: 6, rx: 2, ry: 3, angle: 90 }),
          instance("rbbox", { points: { x1: 0, y1: 10, x2: 10, y2: 0, x3: 15, y3: 5, x4: 5, y4: 15 } }),
          instance("template", {
            className: "dog",
            points: [
              { id: 1, x: 6, y: 5 },
              { id: 2, x: 9, y: 8 },
            ],
            pointLabels: { 0: "nose" },
            connections: [{ id: 1, from: 1, to: 2 }],
          }),
        ],
        {},
        { tags: ["wet"] },
      ),
      "a.jpg": "",
    })
    assert.isEmpty(losses)
    assert.deepStrictEqual(
      dataset.categories.map(({ name, skeleton }) => [
        name,
        skeleton?.joints.map((joint) => joint.name),
        skeleton?.edges,
      ]),
      [
        ["car", undefined, undefined],
        ["dog", ["nose", "2"], [["nose", "2"]]],
      ],
    )
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.attributes, { wet: true })
    assert.deepStrictEqual(
      frame?.annotations.map((own) => ("points" in own ? [own.type, own.shape?.type] : [own.type])),
      [
        ["bbox", undefined],
        ["polygon", "multipolygon"],
        ["polygon", "multipolygon"],
        ["polyline", undefined],
        ["point", undefined],
        ["polygon", "ellipse"],
        ["polygon", "rotated_box"],
        ["point", "skeleton"],
      ],
    )
    assert.deepStrictEqual(frame?.annotations[0]?.attributes, { color: "red", score: 0.8 })
    assert.deepInclude(frame?.annotations[5], {
      shape: { type: "ellipse", center: [5, 6], radii: [2, 3], angle: Math.PI / 2 },
    })
  })

  it("says which images are unlabeled, skipped or predicted", async () => {
    const states: ReadonlyArray<readonly [object, ReadonlyArray<object>]> = [
      [{ status: "NotStarted" }, []],
      [{ status: "NotStarted" }, [box]],
      [{ status: "Skipped" }, []],
      [{ status: "InProgress", isPredicted: true }, [box]],
      [{ status: "Completed", isPredicted: true }, [box]],
      [{ status: "Completed" }, []],
      [{}, []],
    ]
    const { scenes } = await readFiles(
      superannotate,
      Object.fromEntries(
        states.map(([metadata, instances], index) => [
          `${index}.jpg.json`,
          image(instances, { name: `${index}.jpg`, projectId: 1, ...metadata }),
        ]),
      ),
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, status }) => [status, frames[0]?.annotations.length]),
      [
        ["UNLABELED", 0],
        ["PRELABELED", 1],
        ["SKIPPED", 0],
        ["PRELABELED", 1],
        [undefined, 1],
        [undefined, 0],
        [undefined, 0],
      ],
    )
  })

  it("keeps tracks, groups, errors and the attributes of all polygons of a group, and counts those that differ", async () => {
    const attribute = (groupName: string, name: string) => ({ id: 1, groupId: 1, name, groupName })
    const { losses, scenes } = await readFiles(superannotate, {
      "a.jpg.json": image([
        { ...box, trackingId: "t7", groupId: 4, error: true },
        { ...box, trackingId: null, groupId: 0, error: false },
        instance("polygon", {
          points: [0, 0, 9, 0, 9, 9],
          groupId: 4,
          attributes: [attribute("color", "red")],
        }),
        instance("polygon", {
          points: [20, 20, 29, 20, 29, 29],
          exclude: [[25, 22, 28, 22, 28, 24]],
          groupId: 4,
          attributes: [attribute("color", "blue"), attribute("size", "large")],
        }),
      ]),
    })
    const annotations = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepStrictEqual(
      annotations.map(({ attributes }) => attributes),
      [{ trackingId: "t7", groupId: 4, error: true }, {}, { color: "red", size: "large", groupId: 4 }],
    )
    assert.deepInclude(annotations[2], {
      shape: {
        type: "multipolygon",
        polygons: [
          [
            [
              [0, 0],
              [9, 0],
              [9, 9],
            ],
          ],
          [
            [
              [20, 20],
              [29, 20],
              [29, 29],
            ],
            [
              [25, 22],
              [28, 22],
              [28, 24],
            ],
          ],
        ],
      },
    })
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["attributes", ["a.jpg.json /instances/3: color"]]],
    )
  })

  it("takes no image of another set", async () => {
    const { scenes } = await readFiles(superannotate, { "val/a.jpg.json": image([box]), "train/a.jpg": "" })
    assert.strictEqual(scenes[0]?.frames[0]?.image?.url, "a.jpg")
  })

  it("counts odd instances, other types, comments and unknown fields", async () => {
    const { losses, scenes } = await readFiles(superannotate, {
      "a.jpg.json": image(
        [
          box,
          { ...box, className: null },
          instance("polygon", { points: [1, 2, 3] }),
          instance("cuboid", { points: {} }),
          instance("rbbox", { points: { x1: 1 } }),
          null,
          { ...box, depth: 3 },
        ],
        { width: 0, height: 0 },
        { comments: [{ x: 1, y: 2 }] },
      ),
    })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 2)
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [
        ["shapes", 1],
        ["unknown", 2],
        ["unreadable", 4],
      ],
    )
  })

  it("is refused where no file has an image", async () => {
    assert.match(
      await refusal(superannotate, { "a.json": image([], { name: null }) }),
      /a.json: \/metadata\/name must be a text/,
    )
  })

  it("is found by an image that nobody has started", async () => {
    const files = { "a.jpg.json": image([], { status: "NotStarted" }), "a.jpg": "" }
    const { scenes } = await readFiles(superannotate, files)
    assert.strictEqual(scenes[0]?.status, "UNLABELED")
  })
})

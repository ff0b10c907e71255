import { assert, describe, it } from "vitest"
import { cvat } from "../../src/cvat/cvat.ts"
import { readFiles as readCounted } from "../files.ts"
import { assertRefused, bytes, detects, readFiles } from "../reading.ts"
import { written } from "../roundTrip.ts"

const meta = (more: string, labels: string) => `<?xml version="1.0" encoding="utf-8"?>
<annotations>
  <version>1.1</version>
  <meta>
    <task>
      <id>4</id>
      <name>street</name>
      ${more}
      <labels>${labels}</labels>
    </task>
    <dumped>2024-01-01 10:00:00.000000+00:00</dumped>
  </meta>`

const car = `
  <label>
    <name>car</name>
    <color>#c06040</color>
    <type>any</type>
    <attributes>
      <attribute><name>parked</name><mutable>True</mutable><input_type>checkbox</input_type>
        <default_value>false</default_value><values>false</values></attribute>
      <attribute><name>model</name><mutable>False</mutable><input_type>select</input_type>
        <default_value>a</default_value><values>a
b</values></attribute>
      <attribute><name>age</name><mutable>False</mutable><input_type>number</input_type>
        <default_value>1</default_value><values>0
10
1</values></attribute>
    </attributes>
  </label>`

const skeleton = `
  <label><name>person</name><type>skeleton</type><attributes/><svg>&lt;circle/&gt;</svg></label>
  <label><name>head</name><type>points</type><attributes/><parent>person</parent></label>
  <label><name>foot</name><type>points</type><attributes/><parent>person</parent></label>`

const images = `${meta("<mode>annotation</mode>", car + skeleton)}
  <image id="0" name="a.b/one.jpg" subset="Train" width="100" height="50">
    <box label="car" source="manual" occluded="1" xtl="10.00" ytl="20.00" xbr="30.00" ybr="40.00" z_order="1">
      <attribute name="parked">true</attribute>
      <attribute name="model">b</attribute>
      <attribute name="age">3</attribute>
    </box>
    <polygon label="car" occluded="0" points="1.50,2.00;3.00,4.00;5.00,2.00" z_order="0"></polygon>
    <box label="car" occluded="0" xtl="10" ytl="10" xbr="30" ybr="20" rotation="90.0" z_order="2"></box>
    <skeleton label="person" z_order="3">
      <points label="foot" occluded="0" outside="0" points="7,8"></points>
      <points label="head" occluded="0" outside="1" points="5,6"></points>
    </skeleton>
    <tag label="car"></tag>
    <cuboid label="car" xtl1="1" ytl1="2"></cuboid>
  </image>
  <image id="1" name="two.png" width="8" height="8"></image>
</annotations>`

const video = `${meta(
  `<size>6</size><mode>interpolation</mode><start_frame>10</start_frame><frame_filter>step=2</frame_filter>
   <original_size><width>64</width><height>48</height></original_size>`,
  car,
)}
  <track id="7" label="car" source="manual">
    <box frame="10" outside="0" occluded="0" keyframe="1" xtl="0" ytl="0" xbr="5" ybr="5" z_order="0">
      <attribute name="age">2</attribute>
    </box>
    <box frame="12" outside="1" occluded="0" keyframe="1" xtl="0" ytl="0" xbr="5" ybr="5" z_order="0"></box>
    <box frame="18" outside="0" occluded="0" keyframe="1" xtl="8" ytl="0" xbr="9" ybr="5" z_order="0"></box>
    <box frame="20" outside="1" occluded="0" keyframe="1" xtl="8" ytl="0" xbr="9" ybr="5" z_order="0"></box>
  </track>
</annotations>`

const masks = (rle: string) => `${meta("<mode>annotation</mode>", "<label><name>sky</name></label>")}
  <image id="0" name="one.jpg" width="6" height="4">
    <mask label="sky" occluded="0" rle="${rle}" left="2" top="1" width="3" height="2" z_order="0"></mask>
    <mask label="sky" occluded="0" rle="0, 1" left="3" top="1" width="1" height="1" z_order="1"></mask>
  </image>
</annotations>`

describe("files of CVAT", () => {
  it("gives shapes in the order of drawing, with typed attributes and marks", async () => {
    const { dataset, losses, scenes } = await readFiles(cvat, { "annotations.xml": images })
    assert.strictEqual(dataset.taskType, "vector")
    assert.deepStrictEqual(
      dataset.categories.map(({ attributes, color, id, name }) => ({
        id,
        name,
        color,
        inputs: attributes.map(({ input_type }) => input_type),
      })),
      [
        { id: 1, name: "car", color: [192, 96, 64], inputs: ["checkbox", "select", "number", "checkbox"] },
        { id: 2, name: "person", color: null, inputs: [] },
      ],
    )
    assert.deepInclude(dataset.categories[0]?.attributes[2], { min: 0, max: 10, step: 1, default_value: 1 })
    const [first, second] = scenes
    assert.deepInclude(first, { name: "a.b/one", split: "train" })
    assert.deepStrictEqual(first?.frames[0]?.image, {
      url: "images/a.b/one.jpg",
      size: { width: 100, height: 50 },
    })
    const common = { trackId: null, isKeyframe: true }
    const [polygon, box, rotated, person] = first?.frames[0]?.annotations ?? []
    assert.deepStrictEqual<unknown>(polygon, {
      ...common,
      id: 1,
      categoryId: 1,
      attributes: {},
      type: "polygon",
      points: [
        [1.5, 2],
        [3, 4],
        [5, 2],
      ],
    })
    assert.deepStrictEqual<unknown>(box, {
      ...common,
      id: 2,
      categoryId: 1,
      attributes: { occluded: true, parked: true, model: "b", age: 3 },
      type: "bbox",
      points: [
        [10, 20],
        [30, 40],
      ],
    })
    // Ten high and twenty wide, a quarter turn about (20, 15).
    assert.deepStrictEqual(
      rotated !== undefined && "points" in rotated
        ? rotated.points.map((point) => point.map((value) => Math.round(value)))
        : [],
      [
        [25, 5],
        [25, 25],
        [15, 25],
        [15, 5],
      ],
    )
    assert.deepInclude(person, {
      type: "point",
      points: [[7, 8]],
      shape: {
        type: "skeleton",
        joints: [
          { name: "head", x: null, y: null, visibility: 0 },
          { name: "foot", x: 7, y: 8, visibility: 2 },
        ],
      },
    })
    assert.deepStrictEqual(first?.frames[0]?.attributes, { car: true })
    assert.deepStrictEqual(losses, { shapes: 1 }, "the cuboid")
    assert.deepStrictEqual(second?.frames[0]?.annotations, [])
  })

  it("has frames of other names in the order of their numbers", async () => {
    const names = ["shot 1", "shot 2", "shot 3", "shot 9", "shot 10", "shot 11"]
    const images = Object.fromEntries(names.map((name) => [`images/${name}.png`, ""]))
    const { scenes } = await readFiles(cvat, { "annotations.xml": video, ...images })
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ image }) => image?.url),
      names.map((name) => `images/${name}.png`),
    )
  })

  it("ends tracks where they are outside, and counts frames from the start by the step", async () => {
    const { dataset, losses, scenes } = await readFiles(cvat, { "annotations.xml": video })
    assert.strictEqual(dataset.taskType, "image-vector-sequence")
    assert.isTrue(dataset.categories[0]?.attributes[1]?.is_track_level)
    assert.isUndefined(dataset.categories[0]?.attributes[1]?.applies_to_later_frames)
    assert.isTrue(dataset.categories[0]?.attributes[0]?.applies_to_later_frames)
    const [scene] = scenes
    assert.strictEqual(scene?.name, "street")
    assert.deepStrictEqual(
      scene?.frames.map(({ annotations, image }) => [
        image?.url,
        annotations.map(({ isKeyframe, trackId }) => [trackId, isKeyframe]),
      ]),
      [
        ["images/frame_000010.PNG", [[7, false]]],
        ["images/frame_000012.PNG", []],
        ["images/frame_000014.PNG", []],
        ["images/frame_000016.PNG", []],
        ["images/frame_000018.PNG", [[7, true]]],
        ["images/frame_000020.PNG", []],
      ],
    )
    assert.deepStrictEqual(scene?.frames[0]?.annotations[0]?.attributes, { age: 2 })
    assert.deepStrictEqual(losses, { keyframes: 1 })
  })

  it("draws masks row by row in their crop, later ones over earlier ones", async () => {
    const { dataset, scenes } = await readFiles(cvat, { "annotations.xml": masks("1, 2, 1, 2") })
    assert.strictEqual(dataset.taskType, "segmentation-bitmap")
    const bitmap = await scenes[0]?.frames[0]?.bitmap?.load()
    assert.deepStrictEqual(
      [...(bitmap?.ids ?? [])].join(""),
      ["000000", "000210", "000110", "000000"].join(""),
    )
  })

  it("makes masks among other shapes polygons with the same pixels", async () => {
    const box = '<box label="sky" occluded="0" xtl="0" ytl="0" xbr="1" ybr="1" z_order="2"></box>'
    const content = masks("1, 2, 1, 2").replace("</image>", `${box}</image>`)
    const { dataset, losses, scenes } = await readFiles(cvat, { "annotations.xml": content })
    assert.strictEqual(dataset.taskType, "vector")
    assert.deepStrictEqual(dataset.categories[0]?.attributes, [])
    const [first, second] = scenes[0]?.frames[0]?.annotations ?? []
    const points: ReadonlyArray<readonly [number, number]> = [
      [3, 1],
      [5, 1],
      [5, 3],
      [3, 3],
    ]
    const mask = { type: "multipolygon", polygons: [[points]], pixels: true } as const
    assert.deepInclude(first, { type: "polygon", attributes: {}, points, shape: mask })
    assert.deepNestedInclude(second, { type: "polygon", "shape.pixels": true })
    assert.deepStrictEqual(losses, {})
  })

  it("counts odd parts with their place, and reads the rest", async () => {
    const odd = images
      .replace(";5.00,2.00", "")
      .replaceAll("cuboid", "sphere")
      .replace("<image", "<note/><image")
      .replace('outside="0" points="7,8"', 'outside="1" points="7,8"')
    const { losses, scenes } = await readFiles(cvat, { "annotations.xml": odd })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 2)
    assert.deepStrictEqual(losses, { broken: 2, unknown: 2 })
  })

  it("keeps ellipses, rotated boxes, groups and sources, and what skeletons hide", async () => {
    const label = (name: string, more = "") => `<label><name>${name}</name><attributes/>${more}</label>`
    const svg =
      "<svg>&lt;line data-node-from=&quot;1&quot; data-node-to=&quot;2&quot;/&gt;" +
      '&lt;circle data-node-id="2" data-label-name="eye"/&gt;&lt;circle data-node-id="1" data-label-name="nose"/&gt;</svg>'
    const parts = [
      label("person", svg),
      ...["nose", "eye"].map((name) => label(name, "<parent>person</parent>")),
    ]
    const content = `${meta("<mode>annotation</mode>", label("car") + parts.join(""))}
      <image id="0" name="a.png" width="100" height="80">
        <ellipse label="car" source="auto" occluded="0" cx="50" cy="40" rx="10" ry="5" rotation="90" group_id="7"/>
        <skeleton label="person">
          <points label="eye" outside="1" occluded="0" points="77,7"/>
          <points label="nose" outside="0" occluded="1" points="10,20"/>
        </skeleton>
      </image></annotations>`
    const { dataset, losses, scenes } = await readFiles(cvat, { "annotations.xml": content })
    assert.deepStrictEqual(dataset.categories[1]?.skeleton, {
      joints: [{ name: "nose" }, { name: "eye" }],
      edges: [["nose", "eye"]],
      flip: [],
    })
    assert.deepStrictEqual(
      dataset.categories[0]?.attributes.map(({ input_type, name }) => [name, input_type]),
      [
        ["group_id", "number"],
        ["source", "text"],
      ],
    )
    const [ellipse, person] = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepInclude(ellipse, {
      attributes: { group_id: 7, source: "auto" },
      shape: { type: "ellipse", center: [50, 40], radii: [10, 5], angle: Math.PI / 2 },
    })
    assert.deepInclude(person, {
      points: [[10, 20]],
      shape: {
        type: "skeleton",
        joints: [
          { name: "nose", x: 10, y: 20, visibility: 1 },
          { name: "eye", x: null, y: null, visibility: 0 },
        ],
      },
    })
    assert.deepStrictEqual(losses, {})
  })

  it("infers the types of attributes where FiftyOne writes none", async () => {
    const attribute = (name: string, values: string) =>
      `<attribute><name>${name}</name><values>${values}</values></attribute>`
    const attributes = [
      attribute("color", "red"),
      attribute("age", "1.5\n3"),
      attribute("parked", "True\nFalse"),
      attribute("note", ""),
    ]
    const content = `${meta("<mode>annotation</mode>", `<label><name>dog</name><attributes>${attributes.join("")}</attributes></label>`)}
      <image id="0" name="a" width="200" height="100">
        <box label="dog" xtl="20" ytl="10" xbr="60" ybr="50" occluded="0">
          <attribute name="color">red</attribute><attribute name="age">1.5</attribute>
          <attribute name="parked">True</attribute><attribute name="note">x</attribute>
        </box>
      </image></annotations>`
    const { dataset, losses, scenes } = await readFiles(cvat, { "labels.xml": content, "data/a.png": "" })
    assert.deepStrictEqual(
      dataset.categories[0]?.attributes.map(({ input_type }) => input_type),
      ["select", "number", "checkbox", "text"],
    )
    const [frame] = scenes[0]?.frames ?? []
    assert.strictEqual(frame?.image?.url, "data/a.png")
    assert.deepStrictEqual(frame?.annotations[0]?.attributes, {
      color: "red",
      age: 1.5,
      parked: true,
      note: "x",
    })
    assert.deepStrictEqual(losses, {})
  })

  it("is recognised by its root alone", async () => {
    assert.isTrue(await detects(cvat, { "annotations.xml": images }))
    assert.isFalse(await detects(cvat, { "a.json": "{}" }))
    await assertRefused(cvat, { "a.xml": "<annotation/>" }, "a.xml", /must be <annotations>/)
  })

  it("counts shapes that cannot be read, and keeps the rest", async () => {
    for (const own of ['xtl="NaN"', ""]) {
      const { losses, scenes } = await readFiles(cvat, {
        "t/annotations.xml": images.replace('xtl="10.00"', own),
      })
      assert.strictEqual(losses.unreadable, 1)
      assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 3)
    }
    const { losses } = await readFiles(cvat, { "t/annotations.xml": masks("1, 2, 1") })
    assert.strictEqual(losses.unreadable, 1)
    const { losses: lost, scenes } = await readFiles(cvat, {
      "annotations.xml": video.replace(/(<box [^>]*frame="18"[^>]*xtl=")[^"]*/, "$1x"),
    })
    assert.strictEqual(lost.unreadable, 1)
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
  })

  it("refuses wrong files with path, line and reason", async () => {
    const refused = (content: string | Uint8Array, reason: RegExp) =>
      assertRefused(cvat, { "t/annotations.xml": content }, "t/annotations.xml", reason)
    await assertRefused(cvat, {}, ".", /no XML files/)
    await refused(images.slice(0, 1500), /unclosed tag|not a complete|unterminated|unexpected end/i)
    await refused(Uint8Array.of(...bytes("<annotations>"), 0xff, 0xfe), /is not UTF-8 text/)
    await refused("<annotations><version>1.1</version></annotations>", /no <meta>/)
    await assertRefused(cvat, { "a.xml": images, "b.xml": video }, "a.xml", /single images/)
  })

  it("counts odd images, shapes and tracks with their places, and reads the rest", async () => {
    const odd: ReadonlyArray<readonly [string, string, RegExp]> = [
      [images.replace('<polygon label="car"', '<polygon label="bus"'), "unreadable", /unknown label "bus"/],
      [images.replace('width="100"', 'width="wide"'), "records", /width must be a finite number/],
      [video.replace('frame="18"', 'frame="99"'), "unreadable", /frame 99 is not in the video/],
      [video.replace('frame="18"', 'frame="13"'), "unreadable", /frame 13 is not in the video/],
    ]
    for (const [content, kind, reason] of odd) {
      const { losses, scenes } = await readCounted(cvat, { "t/annotations.xml": content }, null)
      assert.isNotEmpty(scenes)
      const loss = losses.find((one) => one.kind === kind)
      assert.strictEqual(loss?.count, 1)
      assert.match(loss?.examples[0] ?? "", reason)
    }
  })

  it("keeps values in the types of their definitions, and counts what definitions lose", async () => {
    const attributes = [
      { name: "age", input_type: "number", min: 0, max: 9 },
      { name: "parked", input_type: "checkbox", is_mandatory: true },
    ]
    const { files, losses } = await written(cvat, {
      dataset: {
        name: "d",
        description: "",
        taskType: "vector",
        categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes }],
        imageAttributes: [],
      },
      scenes: [
        {
          name: "s",
          sensor: null,
          kind: "image-vector",
          isSequence: false,
          links: [],
          metadata: {},
          split: null,
          frames: [
            {
              name: null,
              timestamp: null,
              image: { url: "https://images.example/1.jpg", size: { width: 9, height: 9 } },
              cloud: null,
              cameras: [],
              egoPose: null,
              attributes: {},
              bitmap: null,
              pointAnnotations: null,
              annotations: [
                {
                  id: 1,
                  categoryId: 1,
                  trackId: null,
                  isKeyframe: true,
                  type: "point",
                  points: [[1, 2]],
                  attributes: { age: 4, parked: false, free: 5 },
                },
              ],
            },
          ],
        },
      ],
    })
    assert.deepStrictEqual(
      losses.list().map(({ count, kind }) => [kind, count]),
      [
        ["attribute-as-text", 1],
        ["definitions", 1],
      ],
    )
    const read = await readFiles(cvat, Object.fromEntries(files))
    assert.deepStrictEqual(read.scenes[0]?.frames[0]?.annotations[0]?.attributes, {
      age: 4,
      parked: false,
      free: "5",
    })
  })
})

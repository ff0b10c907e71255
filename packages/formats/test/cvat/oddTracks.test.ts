import { assert, describe, it } from "vitest"
import { cvat } from "../../src/cvat/cvat.ts"
import { readFiles } from "../files.ts"

const makeFile = (shapes: ReadonlyArray<string>, label = "car") => ({
  "annotations.xml": `<?xml version="1.0" encoding="utf-8"?>
<annotations><version>1.1</version>
  <meta><task><name>drive</name><size>20</size><mode>interpolation</mode><start_frame>0</start_frame><stop_frame>19</stop_frame>
    <labels><label><name>car</name><attributes/></label>
      <label><name>person</name><type>skeleton</type></label>
      <label><name>nose</name><type>points</type><parent>person</parent></label>
      <label><name>tail</name><type>points</type><parent>person</parent></label></labels>
    <original_size><width>100</width><height>50</height></original_size></task></meta>
  <track id="0" label="${label}">
${shapes.join("\n")}
  </track>
  <track id="1" label="car"><box frame="3" keyframe="1" outside="0" occluded="0" xtl="1" ytl="1" xbr="9" ybr="9"/></track>
</annotations>`,
})

const box = (frame: string, left: string, more = "") =>
  `<box frame="${frame}" keyframe="1" outside="0" occluded="0" xtl="${left}" ytl="1" xbr="90" ybr="9" ${more}/>`

const read = async (shapes: ReadonlyArray<string>, label?: string) => {
  const { losses, scenes } = await readFiles(cvat, makeFile(shapes, label))
  const places = (scenes[0]?.frames ?? []).flatMap(({ annotations }, frame) =>
    annotations.flatMap(({ isKeyframe, trackId }) => (trackId === 0 ? [[frame, isKeyframe] as const] : [])),
  )
  return { places, losses: losses.map(({ count, kind }) => [kind, count]), scenes }
}

describe("an odd shape of a track of CVAT", () => {
  for (const [title, odd] of [
    ["has no number as a coordinate", box("5", "x")],
    ["has no frame", box("", "20")],
    ["is a polygon of two points", `<polygon frame="5" keyframe="1" outside="0" points="1,1;5,5"/>`],
    ["is of an unknown kind", `<blob frame="5" keyframe="1" outside="0"/>`],
  ] as const)
    it(`that ${title} is lost alone, and no interpolation fills its place`, async () => {
      const { losses, places } = await read([box("0", "10"), odd, box("10", "30"), box("12", "40")])
      assert.deepStrictEqual(places, [
        [0, false],
        [10, true],
        [12, true],
      ])
      assert.strictEqual(losses.filter(([kind]) => kind === "keyframes").length, 1)
      assert.strictEqual(losses.length, 2)
    })

  it("that is one of two in a frame is lost alone", async () => {
    const { losses, places } = await read([box("0", "10"), box("0", "12"), box("10", "30")])
    assert.deepStrictEqual(places, [
      [0, true],
      [10, true],
    ])
    assert.deepStrictEqual(losses, [["unreadable", 1]])
  })

  it("that is no keyframe is computed as the others between the keyframes are", async () => {
    const odd = box("5", "x").replace('keyframe="1"', 'keyframe="0"')
    const { losses, places } = await read([box("0", "10"), odd, box("10", "30")])
    assert.deepStrictEqual(places, [
      [0, true],
      [10, true],
    ])
    assert.deepStrictEqual(losses, [["unreadable", 1]])
  })

  it("that is not in the video is lost alone", async () => {
    const { losses, places } = await read([box("0", "10"), box("10", "30"), box("99", "30")])
    assert.deepStrictEqual(places, [
      [0, true],
      [10, true],
    ])
    assert.deepStrictEqual(losses, [["unreadable", 1]])
  })

  it("that has an odd order, attribute or joint keeps the rest", async () => {
    const skeleton = (points: string) =>
      `<skeleton frame="0" keyframe="1" z_order="x"><attribute>v</attribute>
<points label="nose" outside="0" occluded="0" points="5,5"/><points label="tail" outside="0" occluded="0" points="${points}"/></skeleton>`
    const { losses, places, scenes } = await read([skeleton("x,7")], "person")
    assert.deepStrictEqual(places, [[0, true]])
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      shape: {
        type: "skeleton",
        joints: [
          { name: "nose", x: 5, y: 5, visibility: 2 },
          { name: "tail", x: null, y: null, visibility: 0 },
        ],
      },
    })
    assert.deepStrictEqual(losses, [
      ["attribute-value", 2],
      ["unreadable", 1],
    ])
  })
})

describe("an image of CVAT without a size", () => {
  it("comes in with its shapes", async () => {
    const { losses, scenes } = await readFiles(cvat, {
      "annotations.xml": `<annotations><version>1.1</version><meta><task><name>a</name><labels><label><name>car</name></label></labels></task></meta>
<image id="0" name="a.jpg"><box label="car" xtl="1" ytl="1" xbr="9" ybr="9" occluded="0" z_order="0"/></image></annotations>`,
      "images/a.jpg": "",
    })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    assert.isEmpty(losses)
  })
})

/** The objects of labels, which audits of objects draw: their keys, also of ids that are missing, doubled or large, and of hostile names. */
import { assert, describe, it } from "vitest"
import { type LabelObject, listLabelObjects, listLabelObjectsInSteps } from "../../src/audits/labelObjects.ts"

const list = (text: string): ReadonlyArray<LabelObject> => listLabelObjects(JSON.parse(text), () => text)

const listKeys = (attributes: object | string) =>
  list(typeof attributes === "string" ? attributes : JSON.stringify(attributes)).map(({ key }) => key)

const track = (track_id: number, id = track_id) => ({ id, track_id, category_id: 1 })

describe("the objects of a label", () => {
  it("are listed in steps, between which other work can run: also 100 000 of one image or frame", () => {
    const annotations = Array.from({ length: 100_000 }, (_, index) => track(index))
    for (const attributes of [{ annotations }, { frames: [{ annotations }] }]) {
      const listing = listLabelObjectsInSteps(attributes, () => undefined)
      let steps = 0
      let step = listing.next()
      for (; step.done !== true; step = listing.next()) steps += 1
      assert.strictEqual(step.value.length, 100_000)
      assert.isAtLeast(steps, 700)
    }
  })

  it("are the annotations of an image, also where they have tracks", () => {
    const [object, ...others] = list(JSON.stringify({ annotations: [track(3, 7)], segmentation_bitmap: {} }))
    assert.lengthOf(others, 0)
    assert.deepStrictEqual(object, {
      key: "annotation:7",
      pointer: "/annotations/0",
      sensor: null,
      frame: null,
      track: null,
      annotation: "7",
      categoryId: 1,
      categoryIds: [1],
    })
  })

  it("are the tracks of a sequence, each with its first frame and the categories of all frames", () => {
    const frames = [
      { annotations: [] },
      { annotations: [track(1, 5), track(2)] },
      { annotations: [track(2), { ...track(1, 9), category_id: 4 }] },
    ]
    const [first, second, ...others] = list(JSON.stringify({ frames }))
    assert.lengthOf(others, 0)
    assert.deepInclude(first, {
      ...{ key: "track:1", pointer: "/frames/1/annotations/0", frame: 1, track: "1", annotation: "5" },
      ...{ categoryId: 1, categoryIds: [1, 4] },
    })
    assert.deepInclude(second, { key: "track:2", pointer: "/frames/1/annotations/1" })
  })

  it("are those of each sensor by themselves, whatever the sensors are called", () => {
    const attributes = { frames: [{ annotations: [track(1)] }] }
    const names = ["front", "a/track:1", "100%", "a\nb", "\u0000", "\ud800", "\ud801", "\u2028", "ü 語"]
    const sensors = [...names, "", "%2F"].map((name) => ({ name, attributes }))
    const keys = listKeys({ sensors })
    assert.deepStrictEqual(keys, [
      "sensor:front/track:1",
      "sensor:a%2Ftrack:1/track:1",
      "sensor:100%25/track:1",
      "sensor:a%0Ab/track:1",
      "sensor:%00/track:1",
      "sensor:%uD800/track:1",
      "sensor:%uD801/track:1",
      "sensor:%u2028/track:1",
      "sensor:ü 語/track:1",
      "sensor:/track:1",
      "sensor:%252F/track:1",
    ])
  })

  it("of sensors without a name, with that of another one or with a very long one have their place instead", () => {
    const attributes = { annotations: [track(1)] }
    const sensors = [
      { name: "a", attributes },
      { attributes },
      { name: "a", attributes },
      { name: 4, attributes },
      { name: "x".repeat(201), attributes },
      { name: "empty", attributes: [] },
    ]
    const objects = list(JSON.stringify({ sensors }))
    assert.deepStrictEqual(
      objects.map(({ key }) => key),
      [0, 1, 2, 3, 4].map((index) => `sensor-index:${index}/annotation:1`),
    )
    assert.isTrue(objects.every(({ sensor }) => sensor === null))
    assert.strictEqual(objects[4]?.pointer, "/sensors/4/attributes/annotations/0")
  })

  it("without an id of their own have their place instead: none is taken for another one", () => {
    const annotations = [
      { id: 1 },
      {},
      { id: 2 },
      { id: 1 },
      { id: "2" },
      { id: 1.5 },
      { id: null },
      null,
      [],
    ]
    const keys = ["annotation:2", ...[0, 1, 3, 4, 5, 6, 8].map((index) => `annotation-index:${index}`)]
    assert.sameMembers(listKeys({ annotations }), keys)
  })

  it("are no track where a frame has it twice, or an annotation has none", () => {
    const frames = [
      { annotations: [track(1, 1), track(1, 2), track(2, 3)] },
      { annotations: [track(1, 1), { id: 4 }, { track_id: "2" }, track(2, 3)] },
    ]
    assert.deepStrictEqual(listKeys({ frames }), [
      "frame:0/annotation:1",
      "frame:0/annotation:2",
      "track:2",
      "frame:1/annotation:1",
      "frame:1/annotation:4",
      "frame:1/annotation-index:2",
    ])
  })

  it("have all digits of their ids, as text", () => {
    const ids = ["9007199254740992", "9007199254740993", "-9007199254740993", "1e300", "9007199254740992.0"]
    const annotations = ids.map((id) => `{"id":${id},"category_id":12345678901234567890}`)
    const text = `{"text":"\\"1234567890123456789","annotations":[${annotations.join(", ")}]}`
    assert.deepStrictEqual(listKeys(text), [
      "annotation:9007199254740992",
      "annotation:9007199254740993",
      "annotation:-9007199254740993",
      "annotation-index:3",
      "annotation-index:4",
    ])
    const frames = `{"frames":[{"annotations":[{"track_id":9007199254740993}, {"track_id":9007199254740992}]}]}`
    assert.deepStrictEqual(
      list(frames).map((object) => object.track),
      ["9007199254740993", "9007199254740992"],
    )
  })

  it("are none where the label has no attributes, or others than labels have", () => {
    for (const text of [
      "null",
      "{}",
      "[]",
      "4",
      '{"annotations":4,"frames":[4,null],"sensors":{"name":"a"}}',
    ])
      assert.lengthOf(list(text), 0)
  })
})

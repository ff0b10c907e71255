import { assert, describe, it } from "vitest"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { assertRefused, readFiles } from "../reading.ts"

const region = (id: string, type: string, value: object, more: object = {}) => ({
  id,
  type,
  from_name: "label",
  to_name: "image",
  original_width: 200,
  original_height: 100,
  image_rotation: 0,
  value,
  ...more,
})

const task = (result: ReadonlyArray<object>, more: object = {}) => ({
  id: 7,
  data: { image: "/data/upload/1/0a1b2c3d-one.jpg" },
  meta: {},
  annotations: [
    { id: 1, was_cancelled: true, result: [] },
    { id: 2, was_cancelled: false, ground_truth: false, result },
  ],
  predictions: [],
  ...more,
})

const files = (...tasks: ReadonlyArray<object>) => ({ "export.json": JSON.stringify(tasks, null, 2) })

const box = { x: 10, y: 20, width: 30, height: 40, rotation: 0, rectanglelabels: ["car"] }

describe("odd results of Label Studio", () => {
  it("loses an odd keyframe of a video alone, and fills no frames next to it", async () => {
    const at = (frame: unknown, x: unknown) => ({
      frame,
      enabled: true,
      x,
      y: 0,
      width: 10,
      height: 10,
      rotation: 0,
    })
    const images = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((i) => [`drive/${i}.jpg`, ""]))
    for (const odd of [at(4, "odd"), at(null, 30), at(99, 30), null]) {
      const moved = { sequence: [at(1, 0), at(2, 10), odd, at(6, 50)], labels: ["car"] }
      const other = { sequence: [at(1, 0)], labels: ["car"] }
      const video = task([region("v", "videorectangle", moved), region("w", "videorectangle", other)], {
        data: { video: "drive.mp4" },
      })
      const { losses, scenes } = await readFiles(labelStudio, { ...files(video), ...images })
      assert.deepStrictEqual(
        scenes[0]?.frames.map(({ annotations }) => annotations.map((one) => [one.isKeyframe, one.trackId])),
        [
          [
            [true, 1],
            [true, 2],
          ],
          [
            [false, 1],
            [false, 2],
          ],
          [[false, 2]],
          [[false, 2]],
          [[false, 2]],
          [
            [true, 1],
            [false, 2],
          ],
          [
            [false, 1],
            [false, 2],
          ],
        ],
      )
      assert.deepStrictEqual(losses, { alternatives: 1, keyframes: 1, unreadable: 1 })
    }
  })

  it("keeps the rest of a task with odd regions, labels and values", async () => {
    const result = [
      region("a", "rectanglelabels", box),
      { ...region("b", "rectanglelabels", box), value: null },
      region("c", "rectanglelabels", { ...box, rectanglelabels: "car" }),
      region("d", "rectanglelabels", { ...box, rectanglelabels: [7] }),
      region("e", "rectanglelabels", { ...box, width: "wide" }),
      region("f", "rating", { rating: "high" }, { from_name: "rating" }),
      region("g", "choices", { choices: ["sun"] }, { from_name: "weather" }),
    ]
    const { losses, scenes } = await readFiles(labelStudio, files(task(result)))
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
    assert.deepStrictEqual(scenes[0]?.frames[0]?.attributes, { weather: "sun" })
    assert.deepStrictEqual(losses, { alternatives: 1, "attribute-value": 1, unreadable: 4 })
  })

  it("never puts regions of one image of a task on another one", async () => {
    const data = { left: "images/l.png", right: "images/r.png" }
    const on = (id: string, to: string) => region(id, "rectanglelabels", box, { to_name: to })
    const pictures = { "images/l.png": "", "images/r.png": "" }
    const read = async (result: ReadonlyArray<object>, more: object = {}) => {
      const { losses, scenes } = await readFiles(labelStudio, {
        ...files(task(result, { data })),
        ...pictures,
        ...more,
      })
      const [frame] = scenes[0]?.frames ?? []
      return [frame?.image?.url, frame?.annotations.length, losses.references]
    }
    assert.deepStrictEqual(await read([on("a", "left"), on("b", "right")]), ["images/l.png", 1, 1])
    assert.deepStrictEqual(await read([on("a", "right")]), ["images/r.png", 1, undefined])
    const config = `<View><Image name="second" value="$right"/><Image name="first" value="$left"/>
<RectangleLabels name="label" toName="second"><Label value="car"/></RectangleLabels></View>`
    assert.deepStrictEqual(
      await read([on("a", "first"), on("b", "second"), on("c", "first")], { "c.xml": config }),
      ["images/r.png", 1, 2],
    )
    await assertRefused(
      labelStudio,
      files(task([on("a", "first"), on("b", "second")], { data })),
      "export.json",
      /has regions of first, second and several images: put the labeling configuration/,
    )
  })

  it("takes the image that all regions of a task refer to, or refuses the task", async () => {
    const on = (to: string) => region("a", "rectanglelabels", box, { to_name: to })
    const read = async (data: object, to: string, more: object = {}) => {
      const { losses, scenes } = await readFiles(labelStudio, { ...files(task([on(to)], { data })), ...more })
      const [frame] = scenes[0]?.frames ?? []
      return [frame?.image?.url, frame?.annotations.length, losses.references]
    }
    const urls = { image: "https://h.example/1", image2: "https://h.example/2" }
    assert.deepStrictEqual(await read(urls, "image2"), ["https://h.example/2", 1, undefined])
    assert.deepStrictEqual(await read(urls, "image"), ["https://h.example/1", 1, undefined])
    const page = { image: "https://h.example/1.png", page: "https://h.example/about" }
    assert.deepStrictEqual(await read(page, "img"), ["https://h.example/1.png", 1, undefined])
    for (const data of [{ left: "l.png", right: "r.png" }, urls])
      await assertRefused(
        labelStudio,
        files(task([on("second")], { data })),
        "export.json",
        /has regions of second and several images: put the labeling configuration/,
      )
    const one = `<View><Image name="img" value="$image"/></View>`
    assert.deepStrictEqual(await read(urls, "picture", { "c.xml": one }), [
      "https://h.example/1",
      1,
      undefined,
    ])
  })

  it("never puts values of one image of a task on another one", async () => {
    const result = ["first", "second", "caption"].map((to) => ({
      ...region(to, "choices", { choices: [to] }, { from_name: `${to}-choice`, to_name: to }),
    }))
    const data = { left: "https://h.example/1", right: "https://h.example/2", text: "a street" }
    const config = `<View><Image name="first" value="$left"/><Image name="second" value="$right"/>
<Text name="caption" value="$text"/><Choices name="first-choice" toName="first"/></View>`
    const { losses, scenes } = await readFiles(labelStudio, {
      ...files(task(result, { data })),
      "c.xml": config,
    })
    assert.deepStrictEqual(scenes[0]?.frames[0]?.attributes, {
      "first-choice": "first",
      "caption-choice": "caption",
    })
    assert.strictEqual(losses.references, 1)
    const columns = await readFiles(
      labelStudio,
      files(
        task(
          ["image", "image2", "text"].map((to) =>
            region(to, "choices", { choices: [to] }, { from_name: to, to_name: to }),
          ),
          { data: { image: "https://h.example/1", image2: "https://h.example/2", text: "a street" } },
        ),
      ),
    )
    assert.deepStrictEqual(columns.scenes[0]?.frames[0]?.attributes, { image: "image", text: "text" })
    assert.strictEqual(columns.losses.references, 1)
  })
})

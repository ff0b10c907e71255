import { assert, describe, it } from "vitest"
import { yoloSegment } from "../../src/yolo/formats.ts"
import { readFiles } from "../files.ts"

const makeFiles = (usual: string, odd: string) => ({
  "data.yaml": "train: images\nval: images\nnames: [car]\n",
  ...Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [
      [`images/${index}.png`, ""],
      [`labels/${index}.txt`, index === 249 ? odd : usual],
    ]).flat(),
  ),
})

const polygon = "0 0.1 0.1 0.5 0.1 0.5 0.5 0.3 0.6 0.1 0.5\n"

describe("the task of YOLO that no file states", () => {
  for (const [title, usual] of [
    ["boxes", "0 0.5 0.5 0.2 0.2\n"],
    ["four corners", "0 0.1 0.1 0.5 0.1 0.5 0.5 0.1 0.5\n"],
  ] as const)
    it(`is segments where one of many files has a polygon, although all others have ${title}`, async () => {
      const { losses, scenes } = await readFiles(yoloSegment, makeFiles(usual, polygon))
      const shapes = scenes.flatMap(({ frames }) => frames[0]?.annotations ?? [])
      assert.strictEqual(shapes.length, 250)
      assert.isTrue(shapes.some((one) => one.type === "polygon" && one.points.length === 5))
      assert.deepStrictEqual(losses, [])
    })
})

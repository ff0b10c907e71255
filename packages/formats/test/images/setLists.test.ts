/** Sets that lists in `ImageSets` name. */
import { assert, describe, it } from "vitest"
import { kitti } from "../../src/kitti/object.ts"
import { readFiles } from "../files.ts"

describe("lists of sets", () => {
  const label = "Car 0 0 0 1 2 3 4 1.5 2 4 1 2 10 0.5\n"
  const readLists = async (lists: Readonly<Record<string, string>>) => {
    const files = Object.entries(lists).map(([name, text]) => [`ImageSets/${name}.txt`, text])
    const { losses, scenes } = await readFiles(kitti, {
      "training/label_2/a.txt": label,
      "training/label_2/b.txt": label,
      "training/label_2/c.txt": label,
      ...Object.fromEntries(files),
    })
    const overlaps = losses.find(({ kind }) => kind === "splits")
    return { overlaps, sets: scenes.map(({ split }) => split) }
  }

  it("are not those of one class, also where a line of such a list is odd", async () => {
    const { overlaps, sets } = await readLists({ car_dev: "a 1\nb -1\nextra\n", dev: "a\nb\nc\nd\n" })
    assert.deepStrictEqual(sets, ["dev", "dev", "dev"])
    assert.isUndefined(overlaps)
  })

  it("count the records that two of them have, of which one is left out", async () => {
    const { overlaps, sets } = await readLists({ dev: "a\nb\n", preview: "a\n" })
    assert.deepStrictEqual(sets, ["preview", "dev", null])
    assert.deepInclude(overlaps, { count: 1, examples: ["a is in the lists preview and dev"] })
    assert.deepInclude((await readLists({ train: "a\n", val: "a\n" })).overlaps, { count: 1 })
  })

  it("say no more than others where they have the records of those", async () => {
    for (const lists of [
      { all: "a\nb\nc\n", dev: "a\nb\n", rest: "c\n" },
      { all: "a\nb\nc\n", train: "a\nb\n" },
    ]) {
      const { overlaps } = await readLists(lists)
      assert.isUndefined(overlaps)
    }
  })
})

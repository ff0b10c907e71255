/** Label files of the same name in several folders are several samples. */
import { assert, describe, it } from "vitest"
import { kitti } from "../../src/kitti/object.ts"
import { kittiTracking } from "../../src/kitti/tracking.ts"
import { readFiles } from "../files.ts"

const row = (x: number) => `Car 0 0 0 1 2 3 4 1.5 2 4 ${x} 2 10 0.5\n`

describe("label files of KITTI", () => {
  it("are called by their names, or by their paths where a name is in two folders", async () => {
    const one = { "training/label_2/000001.txt": row(1), "training/label_2/000002.txt": row(2) }
    const namesOf = async (files: Readonly<Record<string, string>>) =>
      (await readFiles(kitti, files)).scenes.map(({ frames, name }) => [name, frames[0]?.annotations.length])
    assert.deepStrictEqual(await namesOf(one), [
      ["000001", 1],
      ["000002", 1],
    ])
    assert.deepStrictEqual(await namesOf({ ...one, "validation/label_2/000001.txt": row(3) + row(4) }), [
      ["training/000001", 1],
      ["training/000002", 1],
      ["validation/000001", 2],
    ])
  })

  it("are sequences by their paths in tracking, too", async () => {
    const { scenes } = await readFiles(kittiTracking, {
      "north/label_02/0000.txt": `0 1 ${row(1)}`,
      "south/label_02/0000.txt": `0 1 ${row(2)}0 2 ${row(3)}`,
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.annotations.length]),
      [
        ["north/0000", 1],
        ["south/0000", 2],
      ],
    )
  })
})

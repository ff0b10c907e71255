import { assert, describe, it } from "vitest"
import { supervisely } from "../../src/supervisely/supervisely.ts"
import { readFiles, refusal } from "../files.ts"

const meta = () => ({ classes: [{ title: "car", shape: "any", color: "#FF8000" }], tags: [] })

const box = {
  classTitle: "car",
  geometryType: "rectangle",
  tags: [],
  points: {
    exterior: [
      [1, 2],
      [30, 40],
    ],
    interior: [],
  },
}

const image = (objects: ReadonlyArray<unknown>) => ({ size: { height: 50, width: 100 }, tags: [], objects })

describe("a project of Supervisely", () => {
  it("is refused with both places where a folder has two projects", async () => {
    const project = (name: string) => ({
      [`${name}/meta.json`]: meta(),
      [`${name}/day/ann/a.png.json`]: image([box]),
      [`${name}/day/img/a.png`]: "",
    })
    assert.match(
      await refusal(supervisely, { ...project("p1"), ...project("p2") }),
      /^p2\/meta.json: is of a second project beside p1\/meta.json/,
    )
  })

  it("counts annotations and images beside the project, and takes no name from outside of it", async () => {
    const { losses, scenes } = await readFiles(supervisely, {
      "p1/meta.json": meta(),
      "p1/day/ann/a.png.json": image([box]),
      "p1/day/img/a.png": "",
      "p2/day/ann/b.png.json": image([box]),
      "p2/day/img/b.png": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ file }) => file),
      ["a.png"],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["unread", ["p2/day/img/b.png"]],
        ["unreadable", ["p2/day/ann/b.png.json has no meta.json in a folder above it"]],
      ],
    )
  })
})

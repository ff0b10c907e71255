/** Images of records in a folder of records, in files of several datasets. */
import { assert, describe, it } from "vitest"
import { createml } from "../../src/createml/createml.ts"
import type { Format } from "../../src/Format.ts"
import { imagefolder } from "../../src/huggingface/imagefolder.ts"
import { type Files, readFiles, refusal } from "../files.ts"

const coordinates = { x: 4, y: 3, width: 4, height: 4 }

const printRows = (image: string) =>
  `${JSON.stringify({ file_name: image, objects: { bbox: [[2, 1, 4, 4]], categories: ["cat"] } })}\n`

const formats: ReadonlyArray<readonly [Format, (dataset: string, image: string) => Files]> = [
  [
    createml,
    (dataset, image) => ({
      [`${dataset}/annotations/x.json`]: [{ image, annotations: [{ label: "cat", coordinates }] }],
    }),
  ],
  [imagefolder, (dataset, image) => ({ [`${dataset}/annotations/metadata.jsonl`]: printRows(image) })],
]

describe("a record in a folder of records", () => {
  for (const [format, makeFiles] of formats) {
    it(`never takes the picture of another dataset in ${format.title}`, async () => {
      const files = { ...makeFiles("p1", "a.jpg"), "p2/images/a.jpg": "", "a.jpg": "" }
      assert.match(await refusal(format, files), /p1\/annotations\/.* has the image a\.jpg, which is missing/)
    })

    it(`has the picture of its own dataset in ${format.title}, whatever others have`, async () => {
      const { scenes } = await readFiles(format, {
        ...makeFiles("p1", "a.jpg"),
        ...makeFiles("p2", "day/a.jpg"),
        "p1/images/a.jpg": "",
        "p2/images/day/a.jpg": "",
      })
      assert.deepStrictEqual(
        scenes.map(({ frames }) => frames[0]?.image?.url),
        ["p1/images/a.jpg", "p2/images/day/a.jpg"],
      )
    })
  }
})

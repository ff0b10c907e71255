import { assert, describe, it } from "vitest"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { readRows } from "../../src/files/csv.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { formats } from "../../src/formats.ts"
import { readClasses } from "../../src/masks-png/classes.ts"
import { sourceOf } from "../files.ts"
import { each } from "../roundTrip.ts"

const formula = '=HYPERLINK("https://a.example")'
const names = [formula, "@sum", "-1", "'=already", "car"]
const category = (name: string, index: number) => ({
  id: index + 1,
  name,
  color: null,
  hasInstances: true,
  attributes: [],
})

/** The CSV files of an export of one sample, whose name is a formula. */
const exportTexts = async (name: string, isSpreadsheet: boolean) => {
  const format = formats.find((one) => one.name === name)
  if (format === undefined) throw new Error(`${name} is missing.`)
  const target = memoryTarget()
  await exportDataset({
    format,
    dataset: {
      name: "made",
      description: "",
      taskType: name === "masks" ? "segmentation-bitmap" : "vector",
      categories: names.map(category),
      imageAttributes: [],
    },
    samples: each([
      {
        name: "+plus",
        metadata: {},
        attributes: { image: { url: "https://images.example/a.png", width: 9, height: 9 } },
        label: {
          annotations: names.map((_, index) => ({
            id: index + 1,
            category_id: index + 1,
            type: "bbox",
            points: [
              [1, 2],
              [3, 4],
            ],
            attributes: {},
          })),
        },
      },
    ]),
    target,
    open: async () => null,
    isSpreadsheet,
  })
  const files = [...target.files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)] as const)
  return files.filter(([path]) => path.endsWith(".csv"))
}

describe("CSV files of an export", () => {
  it("are guarded for spreadsheets only when asked", async () => {
    const [[, plain = ""] = []] = await exportTexts("csv", false)
    const [[, guarded = ""] = []] = await exportTexts("csv", true)
    const quoted = formula.replaceAll('"', '""')
    assert.include(plain, `,"${quoted}"`)
    assert.include(plain, "\n+plus,")
    assert.include(guarded, `,"'${quoted}"`)
    assert.include(guarded, "\n'+plus,")
    assert.include(guarded, ",'-1,")
    assert.notMatch(guarded.replaceAll(/"(?:[^"]|"")*"/g, ""), /(^|,)[=+@\t]/m)
  })

  it.each(["boxes-csv", "openimages"])("are guarded in %s too", async (name) => {
    const files = await exportTexts(name, true)
    const cells = files.flatMap(([, text]) => text.split("\n").flatMap((line) => line.split(",")))
    assert.include(cells, "'@sum")
    assert.notInclude(cells, "@sum")
    const plain = await exportTexts(name, false)
    assert.include(plain.map(([, text]) => text).join(), ",@sum")
  })

  it("are read without guards", async () => {
    const file = "a.png,1,2,3,4,'=sum\na.png,1,2,3,4,'-1\n"
    const rows: Array<ReadonlyArray<string>> = []
    for await (const { cells } of readRows(sourceOf({ "a.csv": file }), "a.csv")) rows.push(cells.slice(-1))
    assert.deepStrictEqual(rows, [["=sum"], ["-1"]])
  })

  it.each([true, false])("give back the names of classes, with guards %s", async (isSpreadsheet) => {
    const [[path = "", text = ""] = []] = await exportTexts("masks", isSpreadsheet)
    assert.strictEqual(text.includes(`"'=HYPERLINK`), isSpreadsheet)
    const categories = await readClasses(sourceOf({ [path]: text }), path)
    assert.deepStrictEqual(
      categories.map(({ name }) => name),
      names,
    )
  })
})

/** A broken file of one image loses that image alone, in every format that has a file for each image. */
import { assert, describe, it } from "vitest"
import { formats } from "../../src/formats.ts"
import { importFiles } from "../roundTrips/content.ts"
import { makeFormatFiles } from "./everyFormat.ts"

const names = ["cityscapes", "labelme", "mapillary", "supervisely", "voc"]

const cutHalf = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2)

/** `NaN` in place of the last number. Python writes it. */
const writeNaN = (bytes: Uint8Array): Uint8Array =>
  new TextEncoder().encode(
    new TextDecoder().decode(bytes).replace(/([[,:]\s*)-?\d+(\.\d+)?(?=[^"\d.][^"]*$)/, "$1NaN"),
  )

describe("a broken file of one image", () => {
  for (const name of names)
    it(`loses that image alone in ${name}`, async () => {
      const format = formats.find((one) => one.name === name)
      if (format === undefined) return assert.fail(`There is no format ${name}.`)
      const made = await makeFormatFiles(format)
      const plain = await importFiles(format, made.files, made)
      const paths = [...made.files.keys()].filter(
        (path) => /\.(json|xml)$/.test(path) && !/(meta|keys?|config_v2\.0)\.json|obj_class/.test(path),
      )
      assert.isAbove(paths.length, 1)
      for (const path of [paths[0] ?? "", paths.at(-1) ?? ""])
        for (const [how, breakFile] of Object.entries({ cutHalf, empty: () => new Uint8Array() })) {
          const content = made.files.get(path) ?? new Uint8Array()
          const read = await importFiles(format, new Map(made.files).set(path, breakFile(content)), made)
          const missing = plain.content.records.length - read.content.records.length
          assert.isTrue(missing === 0 || missing === 1, `${path} ${how}: ${missing} are missing`)
          const places = read.losses.flatMap(({ examples }) => examples)
          assert.isTrue(
            places.some((place) => place.startsWith(`${path} `)),
            `${path} ${how}: ${places.join()}`,
          )
        }
    })
})

describe("NaN in a file of JSON", () => {
  for (const name of ["coco", "labelme"])
    it(`loses the part of ${name} that has it alone`, async () => {
      const format = formats.find((one) => one.name === name)
      if (format === undefined) return assert.fail(`There is no format ${name}.`)
      const made = await makeFormatFiles(format)
      const plain = await importFiles(format, made.files, made)
      const [path] = [...made.files.keys()].filter((own) => own.endsWith(".json"))
      const files = new Map(made.files).set(
        path ?? "",
        writeNaN(made.files.get(path ?? "") ?? new Uint8Array()),
      )
      assert.notDeepEqual(files.get(path ?? ""), made.files.get(path ?? ""))
      const read = await importFiles(format, files, made)
      assert.strictEqual(read.content.records.length, plain.content.records.length)
    })
})

/** One odd part of a JSON file refuses nothing else, in every format: it is counted, and the rest comes in. */
import { assert, describe, it } from "vitest"
import { FormatError } from "../../src/FormatError.ts"
import { importFiles } from "../roundTrips/content.ts"
import { type FormatFiles, makeFormatFiles, readableFormats } from "./everyFormat.ts"

type Path = ReadonlyArray<string | number>

/** The places of one item of each kind of list with several objects: lists whose paths differ in numbers alone are of one kind. */
const findLists = (value: unknown, path: Path = [], found = new Map<string, Path>()) => {
  if (typeof value !== "object" || value === null) return found
  if (Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === "object")) {
    const kind = path.map((step) => (typeof step === "number" ? "*" : step)).join("/")
    if (!found.has(kind)) found.set(kind, [...path, 1])
  }
  for (const [key, part] of Object.entries(value))
    findLists(part, [...path, Array.isArray(value) ? Number(key) : key], found)
  return found
}

const replace = (value: unknown, [step, ...rest]: Path, part: unknown): unknown => {
  if (step === undefined) return part
  if (Array.isArray(value)) return value.with(Number(step), replace(value[Number(step)], rest, part))
  const members = value as Readonly<Record<string, unknown>>
  return { ...members, [step]: replace(members[step], rest, part) }
}

/** Lists whose places are the numbers of classes, and definitions that our exports have beside those of the format: they are refused. */
const definitions = /^(infos\/annotary|categories\/label\/labels)\b|^(classes|frame_attributes)\b.*ontology/

/** Every JSON file with one odd item. */
const disturb = ({ files }: FormatFiles) =>
  [...files].flatMap(([path, bytes]) => {
    if (!/\.json$/.test(path)) return []
    const document: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const lists = [...findLists(document)].filter(([kind]) => !definitions.test(`${kind} ${path}`))
    return lists.flatMap(([kind, place]) =>
      [null, {}, "odd"].map((part) => ({
        name: `${path} /${kind} ${JSON.stringify(part)}`,
        files: new Map(files).set(
          path,
          new TextEncoder().encode(JSON.stringify(replace(document, place, part))),
        ),
      })),
    )
  })

describe("an odd part of a JSON file", () => {
  for (const format of readableFormats)
    it(`of ${format.name} refuses nothing else`, async () => {
      const made = await makeFormatFiles(format)
      const plain = await importFiles(format, made.files, made)
      const refused: Array<string> = []
      for (const { files, name } of disturb(made)) {
        const read = await importFiles(format, files, made).catch((cause: unknown) => cause)
        if (read instanceof FormatError) refused.push(`${name}: ${read.message}`)
        else if (read instanceof Error) throw read
        else {
          const { content } = read as typeof plain
          if (content.records.length < plain.content.records.length - 1) refused.push(`${name}: emptied`)
        }
      }
      assert.deepStrictEqual(refused, [])
    })
})

/** Files of two projects in one import, whose categories have other numbers: every object keeps its category, or the import is refused. */
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { FormatError } from "../../src/FormatError.ts"
import type { WireRecord } from "../../src/model/toWire.ts"
import { type Content, exportFiles, importFiles } from "../roundTrips/content.ts"
import { makeContent, readableFormats } from "./everyFormat.ts"

// biome-ignore lint/suspicious/noExplicitAny: JSON of a label, whose categories alone matter here.
type Json = any

const mapCategories = (value: Json, toId: (id: number) => number): Json => {
  if (Array.isArray(value)) return value.map((part) => mapCategories(part, toId))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "category_id" ? toId(part as number) : mapCategories(part, toId),
    ]),
  )
}

/** Another project: other samples, and the same categories in the opposite order with other ids. */
const makeOther = ({ dataset, files, records }: Content): Content => {
  const reversed = [...dataset.categories].reverse()
  const ids = new Map(reversed.map(({ id }, index) => [id, index + 1]))
  return {
    files,
    dataset: {
      ...dataset,
      categories: reversed.map((category) => ({ ...category, id: ids.get(category.id) ?? 0 })),
    },
    records: records.map((record) => ({
      ...record,
      name: `other ${record.name}`,
      metadata: {
        ...record.metadata,
        ...(record.metadata["file"] !== undefined && { file: `other ${record.metadata["file"]}` }),
      },
      label: mapCategories(record.label, (id) => ids.get(id) ?? 0),
    })),
  }
}

/** The names of the categories of all objects, by the ends of the names of samples. */
const listCategories = (content: Pick<Content, "dataset" | "records">) => {
  const names = new Map(content.dataset.categories.map(({ id, name }) => [id, name]))
  const listOf = ({ label }: WireRecord): ReadonlyArray<string> => {
    const found: Array<string> = []
    mapCategories(label, (id) => {
      found.push(names.get(id) ?? `? ${id}`)
      return id
    })
    return found
  }
  return content.records.map((record) => [record.name, listOf(record)] as const)
}

const readTogether = async (format: Format, one: Content, two: Content) => {
  const hasPictures = one.files.size > 0
  const parts: Array<ReadonlyMap<string, Uint8Array>> = []
  for (const content of [one, two])
    parts.push((await exportFiles(format, content, { keepOrientation: true })).files)
  const apart = []
  for (const files of parts) apart.push((await importFiles(format, files, { hasPictures })).content)
  const folders = ["one", "two"]
  const all = parts.flatMap((files, index) =>
    [...files].map(([path, bytes]) => [`${folders[index]}/${path}`, bytes] as const),
  )
  const together = await importFiles(format, new Map(all), { hasPictures }).catch((cause: unknown) => cause)
  return { apart: apart.flatMap(listCategories), together }
}

describe("files of two projects in one import", () => {
  for (const format of readableFormats.filter(({ write }) => write !== undefined))
    it(`of ${format.name} keep the category of every object, or are refused with both places`, async () => {
      const content = makeContent(format)
      if (content === undefined) throw new Error("A format with a writer has labels.")
      const { apart, together } = await readTogether(format, content, makeOther(content))
      if (together instanceof Error) {
        assert.instanceOf(together, FormatError)
        assert.match(together.message, /one\/.*two\/|two\/.*one\//s)
        return
      }
      const { content: found } = together as Awaited<ReturnType<typeof importFiles>>
      const read = listCategories(found)
      for (const [name, categories] of apart) {
        const own = read.filter(
          ([other]) => other === name || other.endsWith(`/${name}`) || isSameFrame(other, name),
        )
        assert.isTrue(
          own.some(([, others]) => JSON.stringify(others) === JSON.stringify(categories)),
          `${name} has ${JSON.stringify(categories)}, not ${JSON.stringify(own)}`,
        )
      }
      assert.strictEqual(read.length, apart.length)
    })
})

/** Two projects may share the name of a sample, which begins with that of its project then. */
const isSameFrame = (other: string, name: string): boolean =>
  other.replace(/^(one|two)\//, "") === name || other.replace(/\/(one|two)\//, "/") === name

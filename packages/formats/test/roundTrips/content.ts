/** Datasets as people have them on the wire, with their pictures, passed through a format: exported as files and imported from them. */
import type { Loss } from "../../src/carry/Losses.ts"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import type { Format } from "../../src/Format.ts"
import { memorySource } from "../../src/files/Source.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import type { Dataset } from "../../src/model/Dataset.ts"
import type { WireSample } from "../../src/model/fromWire.ts"
import type { SceneStatus } from "../../src/model/Scene.ts"
import type { WireRecord } from "../../src/model/toWire.ts"
import { collected, each } from "../roundTrip.ts"

export interface Content {
  readonly dataset: Dataset
  readonly records: ReadonlyArray<WireRecord>
  /** Pictures and bitmaps by their URLs. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

export interface Passed {
  readonly content: Content
  /** What the export and the import counted. */
  readonly losses: ReadonlyArray<Loss>
  readonly paths: ReadonlyArray<string>
}

export interface PassOptions {
  /** Pictures keep their EXIF orientation. */
  readonly keepOrientation: boolean
}

/** Through a format: exported as files and imported from them. */
export const passThrough = async (
  format: Format,
  content: Content,
  options: PassOptions,
): Promise<Passed> => {
  const { files, losses } = await exportFiles(format, content, options)
  const read = await importFiles(format, files, { hasPictures: content.files.size > 0 })
  return { content: read.content, losses: [...losses, ...read.losses], paths: [...files.keys()] }
}

export const exportFiles = async (
  format: Format,
  { dataset, files, records }: Content,
  { keepOrientation }: PassOptions,
) => {
  const target = memoryTarget()
  const open = async (url: string) => {
    const bytes = files.get(url)
    return bytes === undefined ? null : each([bytes])
  }
  const samples = records.map(
    ({ attributes, label, metadata, name, status }): WireSample => ({
      name,
      attributes,
      metadata,
      label,
      // The records of an import have no other.
      status: (status ?? "LABELED") as SceneStatus,
    }),
  )
  const report = await exportDataset({
    format,
    dataset,
    samples: each(samples),
    target,
    open,
    files: files.size > 0 ? "copy" : "leave",
    keepOrientation,
  })
  return { files: target.files, losses: report.losses }
}

export const importFiles = async (
  format: Format,
  files: ReadonlyMap<string, Uint8Array>,
  { hasPictures, strict = false }: { readonly hasPictures: boolean; readonly strict?: boolean },
) => {
  const saved = new Map<string, Uint8Array>()
  const found = await importDataset({
    format,
    source: memorySource(files),
    strict,
    ...(!hasPictures && { baseUrl: "https://clouds.example/" }),
    save: async ({ content, kind, path }) => {
      const url = `https://saved.example/${kind}/${path.split("/").map(encodeURIComponent).join("/")}`
      saved.set(url, Buffer.concat(await collected(content)))
      return url
    },
  })
  const records = JSON.parse(JSON.stringify(await collected(found.records))) as ReadonlyArray<WireRecord>
  await found.close()
  const content: Content = { dataset: found.dataset, records: records.map(stateMeasuredSizes), files: saved }
  return { content, losses: found.losses() }
}

/** The record with its measured sizes at its pictures, where those of other formats state them. */
const stateMeasuredSizes = ({ sizes = [], ...record }: WireRecord): WireRecord => {
  const byUrl = new Map(sizes.map(({ height, url, width }) => [url, { width, height }]))
  const addSizes = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(addSizes)
    if (typeof value !== "object" || value === null) return value
    const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, addSizes(member)]))
    const { url } = members
    return typeof url === "string" ? { ...members, ...byUrl.get(url) } : members
  }
  return { ...record, attributes: addSizes(record.attributes) as WireRecord["attributes"] }
}

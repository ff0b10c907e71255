/** Files of every format that is read: those of its writer, or else of its tool. A format without any fails. */
import fc from "fast-check"
import type { Format } from "../../src/Format.ts"
import { formats } from "../../src/formats.ts"
import { encodeFile } from "../files.ts"
import { type Content, exportFiles } from "../roundTrips/content.ts"
import { makeContents } from "../roundTrips/datasets.ts"
import { filesOfOtherTools } from "./otherTools.ts"

export interface FormatFiles {
  readonly format: Format
  /** Whether images or point clouds are among the files. */
  readonly hasPictures: boolean
  readonly files: ReadonlyMap<string, Uint8Array>
}

export const readableFormats = formats.filter(({ reader }) => reader !== undefined)

/** A dataset with everything that the format has beside each other; undefined for a format without a writer. */
export const makeContent = ({ abilities, write }: Format, seed = 36): Content | undefined => {
  const [kind] = abilities.kinds
  if (write === undefined || kind === undefined) return undefined
  const size = { maxSamples: 6, frames: 3, rows: 2 }
  const contents = makeContents(kind, abilities.sequences === "kept" && !abilities.singles, size)
  const [content] = fc.sample(contents, { numRuns: 1, seed })
  return content && { ...content, dataset: { ...content.dataset, imageAttributes } }
}

/** The attribute by which folders of classes are made. */
const imageAttributes = [{ name: "class", input_type: "select", values: ["rain", "sun"] }]

export const makeFormatFiles = async (format: Format): Promise<FormatFiles> => {
  const content = makeContent(format)
  if (content !== undefined) {
    const { files } = await exportFiles(format, content, { keepOrientation: false })
    return { format, files, hasPictures: content.files.size > 0 }
  }
  const files = filesOfOtherTools[format.name]
  if (files === undefined) throw new Error(`test/everyFormat/otherTools.ts has no files of ${format.name}.`)
  return {
    format,
    files: new Map(Object.entries(files).map(([path, file]) => [path, encodeFile(file)])),
    hasPictures: format.abilities.kinds.some((kind) => kind.startsWith("image")),
  }
}

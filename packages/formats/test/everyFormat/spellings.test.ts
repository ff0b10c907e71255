/** Records that write the path of their picture as another system or tool does mean the same picture, in every format that names one. */
import { assert, describe, it } from "vitest"
import { type Content, importFiles } from "../roundTrips/content.ts"
import { type FormatFiles, makeFormatFiles, readableFormats } from "./everyFormat.ts"

/** Spellings of a path by other systems. */
const spellings: Readonly<Record<string, (path: string) => string>> = {
  "a drive and backslashes": (path) => `C:\\data\\${path.replaceAll("/", "\\")}`,
  "a relative path with backslashes": (path) => `.\\${path.replaceAll("/", "\\")}`,
  "an absolute path": (path) => `/home/u/data/${path}`,
  "a path from the folder itself": (path) => `./${path}`,
  "the escapes of a URL": (path) => encodeURI(path).replaceAll("n", "%6E"),
  "the URL of a file": (path) => `file:///home/u/data/${path}`,
  "the URL of a file with a drive": (path) => `file:///C:/data/${path}`,
}

/** Formats whose records name no file of a picture, but its id, its number or nothing. */
const withoutPaths = new Set(
  "cityscapes coco-panoptic images mapillary masks mot mots mots-png openimages supervisely webdataset yolo-classify yolo-obb yolo-pose yolo-segment yolo-semantic yolo-detect".split(
    " ",
  ),
)

const picture = /\.(png|jpe?g)$/i

/** The beginnings and ends of texts in JSON, XML, CSV and lists. */
const [before, after] = [`(?<=["'>,\\n]|^)`, `(?=["'<,\\r\\n]|$)`]

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Writes the paths of pictures in a record file in another spelling: the longest end of each path that the file has as a whole text. */
const respell = (
  text: string,
  isJson: boolean,
  pictures: ReadonlyArray<string>,
  spell: (path: string) => string,
): string => {
  let [result, marks] = [text, new Map<string, string>()]
  for (const path of pictures) {
    const parts = path.split("/")
    const end = parts
      .map((_, from) => parts.slice(from).join("/"))
      .find((own) => RegExp(`${before}${escapePattern(own)}${after}`, "m").test(text))
    if (end === undefined) continue
    const mark = `\0${marks.size}\0`
    const spelled = spell(end)
    marks = marks.set(mark, isJson ? JSON.stringify(spelled).slice(1, -1) : spelled)
    result = result.replaceAll(RegExp(`${before}${escapePattern(end)}${after}`, "gm"), () => mark)
  }
  for (const [mark, spelled] of marks) result = result.replaceAll(mark, () => spelled)
  return result
}

const respellFiles = (
  { files }: FormatFiles,
  spell: (path: string) => string,
): ReadonlyMap<string, Uint8Array> => {
  const pictures = [...files.keys()].filter((path) => picture.test(path))
  return new Map(
    [...files].map(([path, bytes]) => {
      if (!/\.(json|jsonl|xml|csv|txt)$/i.test(path)) return [path, bytes]
      const text = respell(new TextDecoder().decode(bytes), /\.jsonl?$/i.test(path), pictures, spell)
      return [path, new TextEncoder().encode(text)]
    }),
  )
}

/** The labels by the pictures that they are of. */
const listLabels = ({ records }: Content) =>
  records
    .map(({ attributes, label }) => [
      JSON.stringify(attributes).match(/https:\/\/saved[^"]*/g),
      label?.attributes ?? label,
    ])
    .sort()

describe("records with paths of pictures", () => {
  for (const format of readableFormats) {
    if (!format.abilities.kinds.some((kind) => kind.startsWith("image")) || withoutPaths.has(format.name))
      continue
    it(`of ${format.name} may have the spelling of another system`, async () => {
      const made = await makeFormatFiles(format)
      const plain = await importFiles(format, made.files, made)
      const labels = listLabels(plain.content)
      for (const [title, spell] of Object.entries(spellings)) {
        const files = respellFiles(made, spell)
        const isChanged = [...files].some(
          ([path, bytes]) => Buffer.compare(bytes, made.files.get(path) ?? bytes) !== 0,
        )
        assert.isTrue(isChanged, title)
        const read = await importFiles(format, files, made)
        assert.deepStrictEqual(listLabels(read.content), labels, title)
      }
    })
  }
})

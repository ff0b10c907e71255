/** Describes content that an import does not accept: the refusal names it, and the accepted formats. */
import { extname } from "node:path"

/** The last sentence of every refusal. */
export const accepted =
  "import reads release files, files with a sample on each line (.ndjson, .jsonl), folders that hold files of samples or sample.json with label.json, COCO, YOLO, KITTI and other formats that it finds by the files or by --format, and folders of images."

/** Describes unknown files: how many of which type, and which format they resemble. */
export const describeForeignFiles = (paths: ReadonlyArray<string>): string => {
  const kinds = new Map<string, number>()
  for (const path of paths) {
    const kind = getKind(path)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  const counts = [...kinds].sort(([, a], [, b]) => b - a)
  const shown = counts.slice(0, 5).map(([kind, count]) => `${count} ${kind}`)
  const rest = counts.length > 5 ? " and others" : ""
  const guess = guessFormat(paths)
  return `${shown.join(", ")}${rest} (such as ${paths[0]})${guess === undefined ? "" : `, which looks like ${guess}`}`
}

/** Describes the keys of a JSON object that is not a sample. */
export const describeForeignObject = (keys: ReadonlyArray<string>): string => {
  const format = findFormat(keys)
  if (format !== undefined) return format.name
  // Names are shown truncated.
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 50)))
  if (shown.length === 0) return "an empty object"
  return `an object with the keys ${shown.join(", ")}${keys.length > 5 ? " and others" : ""}`
}

/** Whether an object has the keys of another known format. */
export const isForeignFormat = (keys: ReadonlyArray<string>): boolean => findFormat(keys) !== undefined

const findFormat = (keys: ReadonlyArray<string>) =>
  formats.find(({ keys: wanted }) => wanted.every((key) => keys.includes(key)))

const formats: ReadonlyArray<{ readonly name: string; readonly keys: ReadonlyArray<string> }> = [
  { name: "a COCO file", keys: ["images", "annotations"] },
  { name: "a COCO file", keys: ["images", "categories"] },
  { name: "a configuration", keys: ["categories"] },
  { name: "a GeoJSON file", keys: ["type", "features"] },
  { name: "a Labelme file", keys: ["shapes", "imagePath"] },
  { name: "an OpenLABEL file", keys: ["openlabel"] },
  { name: "an annotation of Supervisely", keys: ["objects", "size"] },
  { name: "a SuperAnnotate file", keys: ["instances", "metadata"] },
  { name: "a label", keys: ["annotations"] },
]

const getKind = (path: string): string => {
  if (path.endsWith("/")) return "folders beside a sample.json"
  const extension = extname(path).toLowerCase()
  return extension === "" ? "files without an extension" : `${extension} files`
}

const guessFormat = (paths: ReadonlyArray<string>): string | undefined => {
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path))
  if (has(/\.xml$/i)) return "Pascal VOC or another XML format"
  if (has(/\.ya?ml$/i) && has(/\.txt$/i)) return "YOLO"
  if (has(/\.txt$/i) && has(images)) return "YOLO"
  if (has(images)) return "a folder of images"
  if (has(/\.(zip|gz|tgz|tar|zst|bz2|xz|7z)$/i)) return "an archive"
  return undefined
}

const images = /\.(jpe?g|png|webp|tiff?|bmp|gif)$/i

/** Describes the first bytes of a file that is not JSON. */
export const describeForeignBytes = (bytes: Uint8Array): string => {
  const starts = (...magic: ReadonlyArray<number>) => magic.every((byte, at) => bytes[at] === byte)
  if (bytes.every((byte) => byte <= 0x20)) return "an empty file"
  if (starts(0x1f, 0x8b) || starts(0x50, 0x4b) || starts(0x28, 0xb5, 0x2f, 0xfd)) return "a compressed file"
  if (starts(0x89, 0x50, 0x4e, 0x47) || starts(0xff, 0xd8, 0xff)) return "an image"
  if (bytes.includes(0)) return "a binary file"
  const text = Buffer.from(bytes).toString("utf8").trimStart()
  if (text.startsWith("[")) return "a JSON list"
  if (text.startsWith("<")) return "an XML file"
  return "a text that is not a JSON object"
}

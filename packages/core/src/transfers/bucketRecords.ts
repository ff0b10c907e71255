/** Samples from the keys of a bucket. Keys are read once, in their order: one folder after the other is in memory. */
import { type DataType, getDataType, type TaskType } from "../domain/Dataset.ts"
import { toJsonText } from "../domain/JsonText.ts"
import type { FormatRecord, FormatReport } from "../files/FormatRegistry.ts"

/** A folder of a bucket, and the reading of its keys. */
export interface BucketFolder {
  readonly taskType: TaskType
  /** Ends with a slash, or is empty. */
  readonly prefix: string
  /** The URL of a key, as samples name it. */
  readonly urlOf: (key: string) => string
  /** The most frames of a sequence: all of them are in memory until the folder ends. */
  readonly mostFrames: number
}

/** The reason for which a listing ends an import: another attempt would read the same. */
export const makeListingError = (reason: string): Error =>
  Object.assign(new Error(reason), { name: "FormatError" })

/** Whether the files of a bucket can be samples of the task: a sample of several sensors needs more than one file. */
export const canList = (taskType: TaskType): boolean => getDataType(taskType) !== "MULTISENSOR"

/** The sentences about one of each kind, and about several. */
const leftOutKinds = {
  other_files: ["file of another kind was left out", "files of other kinds were left out"],
  odd_keys: [
    "key outside the folder, or with `.` or `..` in its path, was left out",
    "keys outside the folder, or with `.` or `..` in their path, were left out",
  ],
} as const

/** Files that were left out. */
export class LeftOut {
  private readonly found = new Map<keyof typeof leftOutKinds, Array<string>>()
  private readonly counts = new Map<keyof typeof leftOutKinds, number>()

  add(kind: keyof typeof leftOutKinds, key: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    const examples = this.found.get(kind) ?? []
    this.found.set(kind, examples)
    if (examples.length < 5) examples.push(key)
  }

  list(): FormatReport["losses"] {
    return [...this.counts].map(([kind, count]) => {
      const [singular, plural] = leftOutKinds[kind]
      const meaning = count === 1 ? singular : plural
      return { kind, meaning, count, examples: this.found.get(kind) ?? [] }
    })
  }
}

/**
 * The samples: one for each file, named by its path under the prefix, or for sequences one for each folder, with its files as frames in
 * the order of their names.
 */
export async function* readBucketRecords(
  keys: AsyncIterable<string>,
  { mostFrames, prefix, taskType, urlOf }: BucketFolder,
  leftOut: LeftOut,
): AsyncGenerator<FormatRecord> {
  const isSequence = taskType.endsWith("-sequence")
  const read = readers[getDataType(taskType)]
  const open: Array<Folder> = []
  for await (const key of keys) {
    // Some tools write empty objects for folders.
    if (key.endsWith("/")) continue
    // The server may answer anything, also keys that nobody asked for. A URL with such steps leads to another object.
    if (!key.startsWith(prefix) || /(^|\/)\.{1,2}(\/|$)/.test(key)) {
      leftOut.add("odd_keys", key)
      continue
    }
    const frame = read(key, urlOf(key))
    if (frame === undefined) leftOut.add("other_files", key)
    else if (!isSequence) yield record(key.slice(prefix.length), frame)
    else {
      const path = key.slice(0, key.lastIndexOf("/") + 1)
      while (open.length > 0 && !path.startsWith(open.at(-1)?.path ?? ""))
        yield makeSequence(open.pop(), prefix)
      const last = open.at(-1)
      const named = { name: key.slice(path.length), ...frame }
      if (last?.path === path) {
        if (last.frames.length === mostFrames)
          throw makeListingError(
            `The folder ${path} has more than ${mostFrames} files, the most frames of a sequence.`,
          )
        last.frames.push(named)
      } else open.push({ path, frames: [named] })
    }
  }
  while (open.length > 0) yield makeSequence(open.pop(), prefix)
}

/** A folder with frames, whose other keys may still come: keys are sorted, so that those of its folders are among its own. */
interface Folder {
  readonly path: string
  readonly frames: Array<object>
}

const record = (name: string, attributes: object): FormatRecord => ({
  name,
  attributes: toJsonText(attributes),
  metadata: "{}",
  label: null,
})

const makeSequence = (folder: Folder | undefined, prefix: string): FormatRecord => {
  const { frames, path } = folder ?? { frames: [], path: "" }
  // Files that are directly under the prefix: the sequence has the name of the last folder of the prefix.
  const name = path.slice(prefix.length, -1) || prefix.split("/").at(-2) || "sequence"
  return record(name, { frames })
}

type Read = (key: string, url: string) => object | undefined

const readImage: Read = (key, url) =>
  /\.(jpe?g|png|webp|gif|bmp|tiff?|avif)$/i.test(key) ? { image: { url } } : undefined

/** The types of point clouds by the ends of names. `.bin` alone is the layout of KITTI. */
const cloudTypes = [
  [".pcd.bin", "nuscenes"],
  [".pcd", "pcd"],
  [".bin", "kitti"],
  [".ply", "ply"],
  [".las", "las"],
] as const

const readCloud: Read = (key, url) => {
  const cloudType = cloudTypes.find(([end]) => key.toLowerCase().endsWith(end))
  return cloudType === undefined ? undefined : { pcd: { url, type: cloudType[1] } }
}

const readers: Readonly<Record<DataType, Read>> = {
  IMAGE: readImage,
  POINTCLOUD: readCloud,
  MULTISENSOR: () => undefined,
}

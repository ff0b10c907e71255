/** Finds the labels of Mapillary Vistas: `SET/v2.0/polygons/KEY.json`, `instances/KEY.png` and `labels/KEY.png`, beside `SET/images`. */
import { compareNaturally, isImagePath } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { toSet } from "../model/sets.ts"

export type LabelFolder = "polygons" | "instances" | "labels"

export interface LabelFile {
  readonly path: string
  readonly folder: LabelFolder
  /** Null for the first release, which has no folder of a version. */
  readonly version: string | null
  /** The folder of the set with its slash; empty for files without one. */
  readonly root: string
  /** The path of the image below its folder, without its ending. */
  readonly key: string
}

export interface Layout {
  readonly version: string | null
  readonly folder: LabelFolder
  readonly files: ReadonlyArray<LabelFile>
  /** A file of a set that has labels of other folders or versions alone. */
  readonly other: LabelFile | undefined
}

const labelPath =
  /^((?:[^/]+\/)*?)(?:(v\d+\.\d+)\/)?(?:(polygons)\/(.+)\.json|(instances|labels)\/(.+)\.png)$/i

const parseLabelPath = (path: string): LabelFile | undefined => {
  const parts = labelPath.exec(path)
  if (parts === null) return undefined
  const [, root = "", version = null, polygons, polygonKey, masks, maskKey] = parts
  const folder = (polygons ?? masks ?? "").toLowerCase() as LabelFolder
  return { path, folder, version, root, key: polygonKey ?? maskKey ?? "" }
}

/** Of several versions the newest is read, and of its folders the one that says most. Undefined where there are no labels. */
export const findLayout = ({ paths }: Source): Layout | undefined => {
  const all = paths.flatMap((path) => parseLabelPath(path) ?? [])
  const [version] = [...new Set(all.map((file) => file.version))].sort((a, b) =>
    compareNaturally(b ?? "", a ?? ""),
  )
  if (version === undefined) return undefined
  const ofVersion = all.filter((file) => file.version === version)
  const folder = (["polygons", "instances", "labels"] as const).find((name) =>
    ofVersion.some((file) => file.folder === name),
  )
  if (folder === undefined) return undefined
  const files = ofVersion.filter((file) => file.folder === folder)
  const roots = new Set(files.map(({ root }) => root))
  return { version, folder, files, other: all.find(({ root }) => !roots.has(root)) }
}

/** The set that the folder of labels and images means, as the files spell it. */
export const findSet = (root: string): { readonly split: string | null; readonly set?: string } => {
  const set = root.split("/").at(-2) ?? ""
  const split = toSet(set)
  return split === null ? { split } : { split, set }
}

export interface ImageFile {
  readonly path: string
  readonly root: string
  /** Below the folder of images, with its ending. */
  readonly file: string
}

/** The pictures in folders `images`. */
export const listImages = ({ paths }: Source): ReadonlyArray<ImageFile> =>
  paths.flatMap((path) => {
    const [, root, file] = /^((?:[^/]+\/)*?)images\/(.+)$/.exec(path) ?? []
    return root !== undefined && file !== undefined && isImagePath(file) ? [{ path, root, file }] : []
  })

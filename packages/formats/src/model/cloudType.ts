/** The type of a point cloud by the ending of its file. */
import { getBaseName } from "../files/paths.ts"

export interface CloudTypes {
  /** Of files that end in `.bin`, which differ by format. */
  readonly bin: string
  /** Of files without an ending: the one that the tools of the format write, or else `unknownType`. */
  readonly other: string
}

/** The type of files that Annotary cannot read: an import leaves such a point cloud out, and counts it. */
export const unknownType = ""

/** The type by the ending. A file with another ending, such as `.npy` or `.feather`, is of no type that the wire has. */
export const findCloudType = (path: string, { bin, other }: CloudTypes): string => {
  // A URL may be relative: what follows an ending is its query.
  const name = getBaseName(path.replace(/(?<=\.\w+)[?#].*$/, "")).toLowerCase()
  // nuScenes calls its binary files so.
  if (name.endsWith(".pcd.bin")) return "nuscenes"
  const [, ending = ""] = /\.([^.]+)$/.exec(name) ?? []
  if (ending === "bin") return bin
  if (ending === "pcd" || ending === "ply" || ending === "las" || ending === "splat") return ending
  if (ending === "laz") return "las"
  // A number behind a dot is a part of a name.
  return /^[a-z][a-z0-9]*$/.test(ending) ? unknownType : other
}

/** The type of a point cloud by the ending of its file. */
import { getBaseName } from "../files/paths.ts"

export interface CloudTypes {
  /** Of files that end in `.bin`, which differ by format. */
  readonly bin: string
  /** Of files with another ending, or none. */
  readonly other: string
}

export const findCloudType = (path: string, { bin, other }: CloudTypes): string => {
  // A URL may be relative: what follows an ending is its query.
  const name = getBaseName(path.replace(/(?<=\.\w+)[?#].*$/, "")).toLowerCase()
  // nuScenes calls its binary files so.
  if (name.endsWith(".pcd.bin")) return "nuscenes"
  const [, ending = ""] = /\.([^.]+)$/.exec(name) ?? []
  if (ending === "bin") return bin
  if (ending === "pcd" || ending === "ply" || ending === "las" || ending === "splat") return ending
  return ending === "laz" ? "las" : other
}

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

/** Endings of files of points, arrays, tables, recordings and archives, of none of which the wire has a type. */
const otherEndings =
  /^(7z|arrow|asc|bag|bz2|copc|csv|db3|dat|drc|e57|feather|fls|gz|h5|hdf5|json|lz4|mat|mcap|np[yz]|obj|off|parquet|pb|pcap|pickle|pkl|pth?|pts|ptx|rar|stl|tar|tfrecord|tgz|tsv|txt|xml|xyz|xyzi|xyzn|xyzrgb|xz|zip|zst)$/

/** The type by the ending. Any other ending than these is a part of the name, as in `scan.left` and `sweep.v2`. */
export const findCloudType = (path: string, { bin, other }: CloudTypes): string => {
  // A URL may be relative: what follows an ending is its query.
  const name = getBaseName(path.replace(/(?<=\.\w+)[?#].*$/, "")).toLowerCase()
  // nuScenes calls its binary files so.
  if (name.endsWith(".pcd.bin")) return "nuscenes"
  const [, ending = ""] = /\.([^.]+)$/.exec(name) ?? []
  if (ending === "bin") return bin
  if (ending === "pcd" || ending === "ply" || ending === "las" || ending === "splat") return ending
  if (ending === "laz") return "las"
  return otherEndings.test(ending) ? unknownType : other
}

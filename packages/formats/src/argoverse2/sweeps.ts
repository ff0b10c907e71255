/** Sweeps of the lidar are tables of points, which become the floats of `binary-xyzir` or `binary-xyzi`. */
import { checkLimit } from "../files/limits.ts"
import type { Source } from "../files/Source.ts"
import { Feather } from "./feather.ts"

export interface Sweep {
  readonly type: "binary-xyzi" | "binary-xyzir"
  /** Columns that no type of point clouds has. */
  readonly others: ReadonlyArray<string>
  readonly load: () => Promise<Uint8Array>
}

const axes = ["x", "y", "z"]
const intensity = "intensity"
/** The number of the laser that measured the point. */
const ring = "laser_number"

/** Fails where the file is not a table of points, or one of them cannot be read: a frame must not refer to points that fail later. */
export const openSweep = async (source: Source, path: string): Promise<Sweep> => {
  const { columns } = await packPoints(source, path)
  return {
    type: columns.includes(ring) ? "binary-xyzir" : "binary-xyzi",
    others: columns.filter((name) => ![...axes, intensity, ring].includes(name)),
    load: async () => (await packPoints(source, path)).points,
  }
}

const packPoints = async (source: Source, path: string) => {
  const table = await Feather.open(source, path)
  const { columns, rows } = table
  const names = [...axes, intensity, ...(columns.includes(ring) ? [ring] : [])]
  const readers = names.map((name) =>
    axes.includes(name) || table.has(name) ? table.numbers(name) : () => 0,
  )
  checkLimit(source.limits, "bytes", rows * readers.length * 4, path, "the size of its points")
  const points = new Float32Array(rows * readers.length)
  let at = 0
  for (let row = 0; row < rows; row++) for (const read of readers) points[at++] = read(row)
  return { columns, points: new Uint8Array(points.buffer) }
}

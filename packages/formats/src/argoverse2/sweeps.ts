/** Sweeps of the lidar are tables of points, which become the floats of `binary-xyzir` or `binary-xyzi`. */
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

/** Fails where the file is not a table of points. */
export const openSweep = async (source: Source, path: string): Promise<Sweep> => {
  const { columns } = await Feather.open(source, path).then((table) => {
    for (const axis of axes) table.numbers(axis)
    return table
  })
  const hasRing = columns.includes(ring)
  return {
    type: hasRing ? "binary-xyzir" : "binary-xyzi",
    others: columns.filter((name) => ![...axes, intensity, ring].includes(name)),
    load: () => packPoints(source, path, hasRing),
  }
}

const packPoints = async (source: Source, path: string, hasRing: boolean): Promise<Uint8Array> => {
  const table = await Feather.open(source, path)
  const names = [...axes, intensity, ...(hasRing ? [ring] : [])]
  const readers = names.map((name) => (table.has(name) ? table.numbers(name) : () => 0))
  const points = new Float32Array(table.rows * readers.length)
  let at = 0
  for (let row = 0; row < table.rows; row++) for (const read of readers) points[at++] = read(row)
  return new Uint8Array(points.buffer)
}

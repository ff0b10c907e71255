/** A point cloud in memory, and what collects its points while a file is parsed. */

/** A place or a direction in space, in meters. */
export type Vector = readonly [number, number, number]

export interface Cloud {
  readonly count: number
  /** The points of the file, with those that were left out. */
  readonly fileCount: number
  /** The place of each point in the file; undefined where none was left out. */
  readonly places: Uint32Array<ArrayBuffer> | undefined
  /** Positions are relative to it, in double precision: a float cannot hold map coordinates. */
  readonly origin: Vector
  /** Three numbers for each point. */
  readonly positions: Float32Array<ArrayBuffer>
  readonly intensity: Float32Array<ArrayBuffer> | undefined
  /** Red, green and blue for each point, from 0 to 255. */
  readonly colors: Uint8Array<ArrayBuffer> | undefined
}

/** The values that the points of a file have besides their position. */
export interface CloudContents {
  readonly intensity: boolean
  readonly colors: boolean
}

/** Coordinates below this are exact enough as floats: better than a tenth of a millimeter. */
const nearZero = 1024

/** Beyond this distance from the origin, a float is off by more than a quarter of a millimeter. */
const farFromOrigin = 8192

/** Collects points. Points without a finite position, as sensors write them for lost echoes, are left out. */
export class CloudBuilder {
  private count = 0
  /** The points that were offered. */
  private offered = 0
  /** The places of the points in the file, from the first one on that was left out. */
  private places: Uint32Array<ArrayBuffer> | undefined
  private origin: Vector | undefined
  private readonly positions: Float32Array<ArrayBuffer>
  /** Positions in the file, from the first point on that is far from the first one. */
  private exact: Float64Array<ArrayBuffer> | undefined
  private readonly intensity: Float32Array<ArrayBuffer> | undefined
  private readonly colors: Uint8Array<ArrayBuffer> | undefined

  constructor(
    private readonly capacity: number,
    { colors, intensity }: CloudContents,
  ) {
    this.positions = new Float32Array(capacity * 3)
    this.intensity = intensity ? new Float32Array(capacity) : undefined
    this.colors = colors ? new Uint8Array(capacity * 3) : undefined
  }

  /** Adds a point. `rgb` is 0xRRGGBB. */
  add(x: number, y: number, z: number, intensity: number, rgb: number): void {
    this.offered += 1
    if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) {
      this.places ??= Uint32Array.from({ length: this.capacity }, (_, point) => point)
      return
    }
    if (this.places !== undefined) this.places[this.count] = this.offered - 1
    this.origin ??= [roundOrigin(x), roundOrigin(y), roundOrigin(z)]
    const at = this.count * 3
    this.place(at, this.origin, x, y, z)
    if (this.intensity !== undefined) this.intensity[this.count] = Number.isFinite(intensity) ? intensity : 0
    if (this.colors !== undefined) {
      this.colors[at] = (rgb >> 16) & 0xff
      this.colors[at + 1] = (rgb >> 8) & 0xff
      this.colors[at + 2] = rgb & 0xff
    }
    this.count += 1
  }

  /** The first point may be no neighbor of the others, such as a lost echo at zero: from then on positions are kept in double precision. */
  private place(at: number, [ox, oy, oz]: Vector, x: number, y: number, z: number): void {
    if (this.exact === undefined && !(isFar(x - ox) || isFar(y - oy) || isFar(z - oz))) {
      this.positions[at] = x - ox
      this.positions[at + 1] = y - oy
      this.positions[at + 2] = z - oz
      return
    }
    this.exact ??= Float64Array.from(this.positions, (value, index) => value + ([ox, oy, oz][index % 3] ?? 0))
    this.exact[at] = x
    this.exact[at + 1] = y
    this.exact[at + 2] = z
  }

  /** Moves the origin to where most points are. */
  private chooseOrigin(): void {
    if (this.exact === undefined) return
    const origin = findMiddle(this.exact.subarray(0, this.count * 3))
    for (let at = 0; at < this.count * 3; at++)
      this.positions[at] = (this.exact[at] ?? 0) - (origin[at % 3] ?? 0)
    this.origin = origin
    this.exact = undefined
  }

  build(): Cloud {
    this.chooseOrigin()
    const { count } = this
    return {
      count,
      fileCount: this.offered,
      places: this.places?.slice(0, count),
      origin: this.origin ?? [0, 0, 0],
      positions: count * 3 === this.positions.length ? this.positions : this.positions.slice(0, count * 3),
      intensity: this.intensity?.slice(0, count),
      colors: this.colors?.slice(0, count * 3),
    }
  }
}

const isFar = (distance: number): boolean => Math.abs(distance) > farFromOrigin

/** Points that are looked at for the middle of a cloud. */
const sampleSize = 4096

/** The median of each coordinate over a sample of the points. Lost echoes, which some sensors write as zero, have no part in it. */
const findMiddle = (positions: Float64Array): Vector => {
  const count = positions.length / 3
  const step = Math.max(1, Math.floor(count / sampleSize))
  const sample: Array<Vector> = []
  for (let point = 0; point < count; point += step)
    sample.push([positions[3 * point] ?? 0, positions[3 * point + 1] ?? 0, positions[3 * point + 2] ?? 0])
  const echoes = sample.filter(([x, y, z]) => x !== 0 || y !== 0 || z !== 0)
  const computeMedian = (axis: 0 | 1 | 2): number => {
    const values = echoes.map((point) => point[axis]).sort((a, b) => a - b)
    return roundOrigin(values[Math.floor(values.length / 2)] ?? 0)
  }
  return [computeMedian(0), computeMedian(1), computeMedian(2)]
}

const roundOrigin = (value: number): number => (Math.abs(value) < nearZero ? 0 : Math.round(value))

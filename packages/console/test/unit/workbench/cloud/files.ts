/** Writes point clouds in the formats that the console reads, for its tests. */

export interface TestPoint {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly intensity: number
  /** 0xRRGGBB. */
  readonly rgb: number
}

const encoder = new TextEncoder()

export const joined = (...parts: ReadonlyArray<Uint8Array | string>): Uint8Array => {
  const bytes = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part))
  const all = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of bytes) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const pcdHead = (points: number, data: string, type = "F 4") => {
  const [kind, size] = type.split(" ")
  return [
    "# .PCD v0.7 - Point Cloud Data file format",
    "VERSION 0.7",
    "FIELDS x y z intensity rgb",
    `SIZE ${size} ${size} ${size} 4 4`,
    `TYPE ${kind} ${kind} ${kind} F U`,
    "COUNT 1 1 1 1 1",
    `WIDTH ${points}`,
    "HEIGHT 1",
    "VIEWPOINT 0 0 0 1 0 0 0",
    `POINTS ${points}`,
    `DATA ${data}\n`,
  ].join("\n")
}

export const asciiPcd = (points: ReadonlyArray<TestPoint>): Uint8Array =>
  joined(
    pcdHead(points.length, "ascii", "F 8"),
    points.map(({ intensity, rgb, x, y, z }) => `${x} ${y} ${z} ${intensity} ${rgb}\n`).join(""),
  )

/** With doubles for positions. */
export const binaryPcd = (points: ReadonlyArray<TestPoint>): Uint8Array => {
  const data = new DataView(new ArrayBuffer(points.length * 32))
  for (const [index, { intensity, rgb, x, y, z }] of points.entries()) {
    data.setFloat64(index * 32, x, true)
    data.setFloat64(index * 32 + 8, y, true)
    data.setFloat64(index * 32 + 16, z, true)
    data.setFloat32(index * 32 + 24, intensity, true)
    data.setUint32(index * 32 + 28, rgb, true)
  }
  return joined(pcdHead(points.length, "binary", "F 8"), new Uint8Array(data.buffer))
}

export const compressedPcd = (points: ReadonlyArray<TestPoint>): Uint8Array => {
  const count = points.length
  const data = new DataView(new ArrayBuffer(count * 20))
  for (const [index, { intensity, rgb, x, y, z }] of points.entries()) {
    for (const [field, value] of [x, y, z, intensity].entries())
      data.setFloat32((field * count + index) * 4, value, true)
    data.setUint32((4 * count + index) * 4, rgb, true)
  }
  const packed = compressLzf(new Uint8Array(data.buffer))
  const sizes = new DataView(new ArrayBuffer(8))
  sizes.setUint32(0, packed.length, true)
  sizes.setUint32(4, data.byteLength, true)
  return joined(pcdHead(count, "binary_compressed"), new Uint8Array(sizes.buffer), packed)
}

/** A greedy LZF compressor: repeats of three bytes and more within 8 kB, and literals between. */
export const compressLzf = (input: Uint8Array): Uint8Array => {
  const output: Array<number> = []
  const seen = new Map<number, number>()
  let literals: Array<number> = []
  const flush = () => {
    for (let at = 0; at < literals.length; at += 32) {
      const run = literals.slice(at, at + 32)
      output.push(run.length - 1, ...run)
    }
    literals = []
  }
  for (let at = 0; at < input.length; ) {
    const key = ((input[at] ?? 0) << 16) | ((input[at + 1] ?? 0) << 8) | (input[at + 2] ?? 0)
    const from = seen.get(key)
    if (at + 2 < input.length) seen.set(key, at)
    let length = 0
    if (from !== undefined && at - from <= 8192)
      while (length < 264 && at + length < input.length && input[from + length] === input[at + length])
        length += 1
    if (from === undefined || length < 3) {
      literals.push(input[at] ?? 0)
      at += 1
      continue
    }
    flush()
    const back = at - from - 1
    const rest = length - 2
    if (rest < 7) output.push((rest << 5) | (back >> 8), back & 0xff)
    else output.push((7 << 5) | (back >> 8), rest - 7, back & 0xff)
    at += length
  }
  flush()
  return Uint8Array.from(output)
}

export const asciiPly = (points: ReadonlyArray<TestPoint>): Uint8Array =>
  joined(
    plyHead(points.length, "ascii"),
    points
      .map(({ intensity, rgb, x, y, z }) => `${x} ${y} ${z} ${intensity} ${bytesOf(rgb).join(" ")}\n`)
      .join(""),
    "3 0 0 0\n",
  )

const bytesOf = (rgb: number) => [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff]

const plyHead = (points: number, format: string) =>
  [
    "ply",
    `format ${format} 1.0`,
    "comment made by a test",
    `element vertex ${points}`,
    ...["x", "y", "z"].map((name) => `property double ${name}`),
    "property float intensity",
    ...["red", "green", "blue"].map((name) => `property uchar ${name}`),
    "element face 1",
    "property list uchar int vertex_indices",
    "end_header\n",
  ].join("\n")

export const binaryPly = (points: ReadonlyArray<TestPoint>, littleEndian: boolean): Uint8Array => {
  const data = new DataView(new ArrayBuffer(points.length * 31 + 1))
  for (const [index, { intensity, rgb, x, y, z }] of points.entries()) {
    const at = index * 31
    for (const [axis, value] of [x, y, z].entries()) data.setFloat64(at + axis * 8, value, littleEndian)
    data.setFloat32(at + 24, intensity, littleEndian)
    for (const [channel, value] of bytesOf(rgb).entries()) data.setUint8(at + 28 + channel, value)
  }
  const head = plyHead(points.length, littleEndian ? "binary_little_endian" : "binary_big_endian")
  return joined(head, new Uint8Array(data.buffer))
}

/** Floats without a header: x, y, z, intensity, and a ring for five columns. */
export const floats = (points: ReadonlyArray<TestPoint>, columns: 4 | 5): Uint8Array =>
  new Uint8Array(
    Float32Array.from(
      points.flatMap(({ intensity, x, y, z }, index) => [x, y, z, intensity, index % 32].slice(0, columns)),
    ).buffer,
  )

/** LAS 1.2 of point format 2, in millimeters from an offset. */
export const las = (
  points: ReadonlyArray<TestPoint>,
  offset: readonly [number, number, number],
): Uint8Array => {
  const stride = 26
  const view = new DataView(new ArrayBuffer(227 + points.length * stride))
  new Uint8Array(view.buffer).set(encoder.encode("LASF"))
  view.setUint8(24, 1)
  view.setUint8(25, 2)
  view.setUint16(94, 227, true)
  view.setUint32(96, 227, true)
  view.setUint8(104, 2)
  view.setUint16(105, stride, true)
  view.setUint32(107, points.length, true)
  for (let axis = 0; axis < 3; axis++) {
    view.setFloat64(131 + axis * 8, 0.001, true)
    view.setFloat64(155 + axis * 8, offset[axis] ?? 0, true)
  }
  for (const [index, { intensity, rgb, x, y, z }] of points.entries()) {
    const at = 227 + index * stride
    for (const [axis, value] of [x, y, z].entries())
      view.setInt32(at + axis * 4, Math.round((value - (offset[axis] ?? 0)) * 1000), true)
    view.setUint16(at + 12, intensity, true)
    for (const [channel, value] of bytesOf(rgb).entries())
      view.setUint16(at + 20 + channel * 2, value * 257, true)
  }
  return new Uint8Array(view.buffer)
}

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Cloud } from "../../../../src/workbench/clouds/formats/Cloud.ts"
import { CloudError } from "../../../../src/workbench/clouds/formats/CloudError.ts"
import { parseCloud } from "../../../../src/workbench/clouds/formats/parseCloud.ts"
import { decompressLzf } from "../../../../src/workbench/clouds/formats/pcd.ts"
import { prepare } from "../../../../src/workbench/clouds/prepared.ts"
import {
  asciiPcd,
  asciiPly,
  binaryPcd,
  binaryPly,
  compressedPcd,
  compressLzf,
  floats,
  joined,
  las,
  type TestPoint,
} from "./files.ts"

const coordinate = fc.integer({ min: -200_000, max: 200_000 }).map((value) => value / 1000)
const aPoint: fc.Arbitrary<TestPoint> = fc.record({
  x: coordinate,
  y: coordinate,
  z: coordinate,
  intensity: fc.integer({ min: 0, max: 255 }),
  rgb: fc.integer({ min: 0, max: 0xffffff }),
})
const somePoints = fc.array(aPoint, { minLength: 1, maxLength: 60 })

/** The origin of a map, as drives in UTM coordinates have it. */
const far = [689_512.25, 5_336_120.5, 512] as const
const moved = (points: ReadonlyArray<TestPoint>) =>
  points.map((point) => ({ ...point, x: point.x + far[0], y: point.y + far[1], z: point.z + far[2] }))

const demandPoints = (
  cloud: Cloud,
  points: ReadonlyArray<TestPoint>,
  tolerance: number,
  hasColors: boolean,
) => {
  expect(cloud.count).toBe(points.length)
  for (const [index, point] of points.entries()) {
    for (const [axis, value] of [point.x, point.y, point.z].entries()) {
      const read = (cloud.positions[index * 3 + axis] ?? 0) + (cloud.origin[axis] ?? 0)
      expect(Math.abs(read - value)).toBeLessThan(tolerance)
    }
    expect(cloud.intensity?.[index]).toBe(point.intensity)
    if (hasColors)
      expect([...(cloud.colors ?? []).slice(index * 3, index * 3 + 3)]).toEqual([
        point.rgb >> 16,
        (point.rgb >> 8) & 0xff,
        point.rgb & 0xff,
      ])
  }
}

const textFormats = {
  "PCD in ascii": (points: ReadonlyArray<TestPoint>) => parseCloud(asciiPcd(points), "pcd"),
  "PCD in binary": (points: ReadonlyArray<TestPoint>) => parseCloud(binaryPcd(points), "pcd"),
  "PLY in ascii": (points: ReadonlyArray<TestPoint>) => parseCloud(asciiPly(points), "ply"),
  "PLY of little ends": (points: ReadonlyArray<TestPoint>) => parseCloud(binaryPly(points, true), "ply"),
  "PLY of big ends": (points: ReadonlyArray<TestPoint>) => parseCloud(binaryPly(points, false), "ply"),
}

describe("a point cloud", () => {
  it.each(Object.entries(textFormats))(
    "of %s is read, and keeps a millimeter at map coordinates",
    (_, read) => {
      fc.assert(
        fc.property(somePoints, (points) => {
          demandPoints(read(points), points, 1e-4, true)
          demandPoints(read(moved(points)), moved(points), 1e-3, true)
        }),
        { numRuns: 40 },
      )
    },
  )

  it.each(Object.entries(textFormats))(
    "of %s keeps a millimeter at map coordinates where points at zero stand before, between and behind them",
    (_, read) => {
      const zero: TestPoint = { x: 0, y: 0, z: 0, intensity: 0, rgb: 0 }
      const zeros = fc.array(fc.constant(zero), { maxLength: 80 })
      fc.assert(
        fc.property(somePoints, somePoints, zeros, zeros, (first, second, before, between) => {
          const points = [zero, ...before, ...moved(first), ...between, ...moved(second), zero]
          demandPoints(read(points), points, 1e-3, true)
        }),
        { numRuns: 25 },
      )
    },
  )

  it("of compressed PCD is read", () => {
    fc.assert(
      fc.property(somePoints, (points) => {
        demandPoints(parseCloud(compressedPcd(points), "pcd"), points, 1e-4, true)
      }),
    )
  })

  it("of KITTI and nuScenes is read", () => {
    fc.assert(
      fc.property(somePoints, (points) => {
        for (const type of ["kitti", "binary-xyzi"])
          demandPoints(parseCloud(floats(points, 4), type), points, 1e-4, false)
        for (const type of ["nuscenes", "binary-xyzir"])
          demandPoints(parseCloud(floats(points, 5), type), points, 1e-4, false)
      }),
    )
  })

  it("of LAS is read relative to its offset", () => {
    fc.assert(
      fc.property(somePoints, (points) => {
        demandPoints(parseCloud(las(moved(points), far), "las"), moved(points), 1.1e-3, true)
      }),
    )
  })

  it("leaves out points that the sensor marked as lost", () => {
    const lost = { x: Number.NaN, y: Number.NaN, z: Number.NaN, intensity: 0, rgb: 0 }
    const point = { x: 1, y: 2, z: 3, intensity: 4, rgb: 5 }
    for (const bytes of [asciiPcd([lost, point]), binaryPcd([lost, point]), compressedPcd([lost, point])])
      demandPoints(parseCloud(bytes, "pcd"), [point], 1e-6, true)
  })

  it("leaves out points with the infinities that C prints", () => {
    const point = { x: 1, y: 2, z: 3, intensity: 4, rgb: 5 }
    const lost = { ...point, x: Number.NaN }
    const text = new TextDecoder("latin1").decode(asciiPcd([lost, point]))
    for (const word of ["inf", "-inf", "Infinity"])
      demandPoints(
        parseCloud(new TextEncoder().encode(text.replace(/nan/i, word)), "pcd"),
        [point],
        1e-6,
        true,
      )
  })

  it("names the places of its points in the file, also after points that were left out and in the order of the tree", () => {
    const lost = { x: Number.NaN, y: 0, z: 0, intensity: 0, rgb: 0 }
    const whole = fc
      .array(fc.boolean(), { minLength: 1, maxLength: 200 })
      .filter((kept) => kept.includes(true))
    fc.assert(
      fc.property(whole, (kept) => {
        const file = kept.map((isKept, x) => (isKept ? { x, y: x % 7, z: 3, intensity: 4, rgb: 5 } : lost))
        const { count, fileCount, order, origin, positions } = prepare(
          parseCloud(binaryPcd(file), "pcd"),
          undefined,
        )
        expect(fileCount).toBe(kept.length)
        expect(order).toHaveLength(count)
        for (const [point, place] of order.entries())
          expect((positions[point * 3] ?? 0) + origin[0]).toBeCloseTo(place, 3)
        expect(new Set(order).size).toBe(kept.filter(Boolean).length)
      }),
    )
  })
})

describe("LZF", () => {
  it("gives back what was compressed", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.array(fc.constantFrom(1, 2, 3), { maxLength: 4000 }).map((values) => Uint8Array.from(values)),
    )
    fc.assert(
      fc.property(bytes, (input) => {
        expect(decompressLzf(compressLzf(input), input.length)).toEqual(input)
      }),
    )
  })
})

const failure = (bytes: Uint8Array, type: string): CloudError => {
  try {
    parseCloud(bytes, type)
  } catch (error) {
    if (error instanceof CloudError) return error
    throw error
  }
  throw new Error("The file was read.")
}

describe("a file that is no point cloud", () => {
  const text = new TextDecoder().decode(asciiPcd([{ x: 1, y: 2, z: 3, intensity: 4, rgb: 5 }]))
  const changed = (from: string, to: string) => joined(text.replace(from, to))

  it.each([
    ["an unknown line", changed("HEIGHT 1", "HIGHT 1"), "line", { line: 8, text: "HIGHT 1" }],
    [
      "too few sizes",
      changed("SIZE 8 8 8", "SIZE 8 8"),
      "value",
      { line: 4, name: "SIZE", found: 4, expected: 5 },
    ],
    ["an unknown type", changed("TYPE F F F", "TYPE F F X"), "line", { line: 5, text: "TYPE F F X F U" }],
    ["no number of points", changed("POINTS 1", "POINTS many"), "line", { line: 10, text: "POINTS many" }],
    ["another coding", changed("DATA ascii", "DATA zipped"), "line", { line: 11, text: "DATA zipped" }],
    ["no line FIELDS", changed("FIELDS x y z intensity rgb\n", ""), "missing", { name: "FIELDS" }],
    [
      "no position",
      changed("FIELDS x y z", "FIELDS a b c"),
      "position",
      { fields: "a, b, c, intensity, rgb" },
    ],
    ["a word for a number", changed("1 2 3 4 5", "1 2 three 4 5"), "number", { line: 12, text: "three" }],
    [
      "too few numbers",
      changed("1 2 3 4 5", "1 2 345678"),
      "value",
      { line: 12, name: "POINT", found: 3, expected: 5 },
    ],
  ])("is refused for %s, with the place", (_, bytes, code, details) => {
    expect(failure(bytes, "pcd")).toMatchObject({ code, details })
  })

  it("is refused when it was cut off, when it is something else, and when it is compressed LAS", () => {
    const points = Array.from({ length: 9 }, () => ({ x: 1, y: 2, z: 3, intensity: 4, rgb: 5 }))
    expect(failure(binaryPcd(points).slice(0, -1), "pcd")).toMatchObject({ code: "truncated" })
    expect(failure(floats(points, 5), "kitti")).toMatchObject({
      code: "stride",
      details: { stride: 16, rest: 4 },
    })
    expect(failure(joined("<!doctype html><p>Not found</p>"), "pcd")).toMatchObject({ code: "signature" })
    expect(failure(joined("<!doctype html><p>Not found</p>"), "ply")).toMatchObject({ code: "signature" })
    expect(failure(las(points, far), "splat")).toMatchObject({ code: "type" })
  })

  it("is refused with a reason whatever bytes are damaged or missing, and is never an endless work", () => {
    const files = fc.constantFrom<readonly [string, (points: ReadonlyArray<TestPoint>) => Uint8Array]>(
      ["pcd", asciiPcd],
      ["pcd", binaryPcd],
      ["pcd", compressedPcd],
      ["ply", asciiPly],
      ["ply", (points) => binaryPly(points, true)],
      ["las", (points) => las(points, [0, 0, 0])],
    )
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 6 })
    fc.assert(
      fc.property(files, somePoints, damage, fc.nat(), ([type, write], points, changes, cut) => {
        const bytes = write(points)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        const rest = cut % 2 === 0 ? bytes : bytes.slice(0, cut % bytes.length)
        try {
          const cloud = parseCloud(rest, type)
          expect(cloud.positions.length).toBe(cloud.count * 3)
        } catch (error) {
          expect(error).toBeInstanceOf(CloudError)
        }
      }),
      { numRuns: 400 },
    )
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepare } from "../../../../src/workbench/clouds/prepared.ts"
import { CloudCache } from "../../../../src/workbench/clouds/worker/CloudCache.ts"
import {
  computeEye,
  computeRay,
  makeBirdsEye,
  type Orbit,
  turnOrbit,
  zoomOrbit,
} from "../../../../src/workbench/geometry/space/orbit.ts"
import { intersectLevel } from "../../../../src/workbench/geometry/space/pick.ts"
import type { CloudFrame } from "../../../../src/workbench/session/clouds/cloudFrames.ts"
import { cloudOf } from "./scan.ts"

const size = { width: 800, height: 600 }
const number = (low: number, high: number) =>
  fc.integer({ min: low * 100, max: high * 100 }).map((one) => one / 100)

describe("the camera", () => {
  it("shows the whole cloud from above", () => {
    fc.assert(
      fc.property(
        number(-500, 500),
        number(-500, 500),
        number(1, 400),
        number(1, 400),
        (x, y, width, height) => {
          const orbit = makeBirdsEye([x, y, 0], [x + width, y + height, 0], size)
          for (const [px, py] of [
            [0, 0],
            [size.width, size.height],
          ] as const) {
            const place = intersectLevel(computeRay(orbit, px, py, size), 0)
            // The corners of the screen are outside of the cloud.
            expect(Math.abs((place?.[0] ?? 0) - x - width / 2)).toBeGreaterThanOrEqual(width / 2)
            expect(Math.abs((place?.[1] ?? 0) - y - height / 2)).toBeGreaterThanOrEqual(height / 2)
          }
        },
      ),
    )
  })

  it("keeps what is under the pointer there while it zooms", () => {
    const orbits: fc.Arbitrary<Orbit> = fc.record({
      target: fc.tuple(number(-50, 50), number(-50, 50), fc.constant(0)),
      distance: number(20, 80),
      azimuth: number(-3, 3),
      tilt: number(0.01, 1),
    })
    fc.assert(
      fc.property(orbits, number(100, 700), number(250, 550), number(0.6, 1.6), (orbit, x, y, factor) => {
        const under = intersectLevel(computeRay(orbit, x, y, size), 0)
        fc.pre(under !== undefined)
        const place = intersectLevel(computeRay(zoomOrbit(orbit, factor, under), x, y, size), 0)
        expect(place?.[0]).toBeCloseTo(under?.[0] ?? 0, 5)
        expect(place?.[1]).toBeCloseTo(under?.[1] ?? 0, 5)
      }),
    )
  })

  it("turns around its target and stays above the ground", () => {
    fc.assert(
      fc.property(number(-2000, 2000), number(-2000, 2000), (dx, dy) => {
        const orbit = turnOrbit({ target: [1, 2, 3], distance: 10, azimuth: 0.4, tilt: 0.6 }, dx, dy)
        const eye = computeEye(orbit)
        expect(Math.hypot(eye[0] - 1, eye[1] - 2, eye[2] - 3)).toBeCloseTo(10, 9)
        expect(eye[2]).toBeGreaterThan(3)
      }),
    )
  })
})

describe("a prepared cloud", () => {
  const points = Array.from({ length: 97 }, (_, index) => [index, index % 7, index % 3] as const)

  it("has the same points, of which each part is spread over all", () => {
    const { positions } = cloudOf(points)
    const places = Array.from({ length: 97 }, (_, index) => positions[index * 3] ?? 0)
    expect(places.toSorted((a, b) => a - b)).toEqual(points.map(([x]) => x))
    const part = places.slice(0, 10).toSorted((a, b) => a - b)
    for (const [index, place] of part.entries()) expect(Math.abs(place - index * 10)).toBeLessThan(14)
  })

  it("is where its pose says, in double precision", () => {
    const cloud = {
      count: 1,
      fileCount: 1,
      places: undefined,
      origin: [0, 0, 0] as const,
      positions: Float32Array.from([10, 0, 1]),
      intensity: undefined,
      colors: undefined,
    }
    const turn = Math.PI / 2
    const pose = {
      position: [689_512.125, 5_336_120.25, 512] as const,
      heading: [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)] as const,
    }
    const { origin, positions } = prepare(cloud, pose)
    expect(origin[0] + (positions[0] ?? 0)).toBeCloseTo(689_512.125, 6)
    expect(origin[1] + (positions[1] ?? 0)).toBeCloseTo(5_336_130.25, 6)
    expect(origin[2] + (positions[2] ?? 0)).toBeCloseTo(513, 6)
  })
})

describe("the cache of clouds", () => {
  const frames: ReadonlyArray<CloudFrame> = Array.from({ length: 40 }, (_, index) => ({
    url: `/${index}`,
    type: "pcd",
    pose: undefined,
  }))
  const cloud = () => cloudOf(Array.from({ length: 100 }, () => [1, 2, 3] as const))
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

  it("keeps the frames that were shown last within its limit, and loads the next ones ahead", async () => {
    const loaded: Array<string> = []
    const cache = new CloudCache(
      frames,
      async ({ url }) => {
        loaded.push(url)
        return cloud()
      },
      1600 * 5,
    )
    for (let frame = 0; frame < 20; frame++) {
      cache.show(frame)
      await settled()
      expect(cache.state.state.kind).toBe("ready")
      expect(cache.bytes).toBeLessThanOrEqual(1600 * 5)
    }
    expect(loaded).toEqual(Array.from({ length: 22 }, (_, index) => `/${index}`))
    // The frame before is still there.
    cache.show(18)
    expect(cache.state.state.kind).toBe("ready")
    cache.show(0)
    expect(cache.state.state.kind).toBe("loading")
  })

  it("keeps what is loaded for other views within its limit, and loads it once", async () => {
    const loaded: Array<string> = []
    const cache = new CloudCache(
      frames,
      async ({ url }) => {
        loaded.push(url)
        return cloud()
      },
      1600 * 5,
    )
    cache.show(0)
    await settled()
    const { signal } = new AbortController()
    for (let turn = 0; turn < 3; turn++) for (const frame of [20, 21]) await cache.cloudAt(frame, signal)
    expect(loaded).toEqual(["/0", "/1", "/2", "/20", "/21"])
    for (let frame = 22; frame < 40; frame++) await cache.cloudAt(frame, signal)
    expect(cache.bytes).toBeLessThanOrEqual(1600 * 5)
    // The shown frame stays, and so does what was wanted last.
    const before = loaded.length
    expect(cache.state.state.kind).toBe("ready")
    await cache.cloudAt(39, signal)
    expect(loaded).toHaveLength(before)
  })

  it("gives up what loads for frames that are far away, and tries again after a failure", async () => {
    const given: Array<string> = []
    let fails = true
    const cache = new CloudCache(frames, async ({ url }, signal) => {
      if (url === "/30") {
        if (fails) throw new Error("away")
        return cloud()
      }
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          given.push(url)
          reject(new Error("given up"))
        })
      })
    })
    cache.show(0)
    cache.show(30)
    await settled()
    expect(given).toEqual(["/0"])
    expect(cache.state.state.kind).toBe("failed")
    fails = false
    cache.retry()
    await settled()
    expect(cache.state.state.kind).toBe("ready")
  })
})

/** The clouds of the frames around the shown one: where they are, which of them are loaded, and how many fit. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { listNeighbors, maxNeighbors } from "../../../../src/workbench/clouds/neighbors.ts"
import { type Pose, type PreparedCloud, prepare } from "../../../../src/workbench/clouds/prepared.ts"
import { CloudCache } from "../../../../src/workbench/clouds/worker/CloudCache.ts"
import type { Vector } from "../../../../src/workbench/geometry/space/vector.ts"
import type { CloudFrame } from "../../../../src/workbench/session/clouds/cloudFrames.ts"
import { cloudOf } from "./scan.ts"

type Four = readonly [number, number, number, number]

/** The product of Hamilton, with the scalar last. */
const product = ([ax, ay, az, aw]: Four, [bx, by, bz, bw]: Four): Four => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
]

/** Where a place of the world is for a sensor with a pose: q* (p - t) q. */
const seenBy = ({ heading: [x, y, z, w], position }: Pose, place: Vector): Vector => {
  const away: Four = [place[0] - position[0], place[1] - position[1], place[2] - position[2], 0]
  const [a, b, c] = product(product([-x, -y, -z, w], away), [x, y, z, w])
  return [a, b, c]
}

const pose = fc
  .record({
    // Map coordinates: a float does not hold them.
    position: fc.tuple(
      fc.double({ min: -4e6, max: 4e6, noNaN: true }),
      fc.double({ min: -4e6, max: 4e6, noNaN: true }),
      fc.double({ min: -500, max: 4000, noNaN: true }),
    ),
    turn: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
  })
  .filter(({ turn }) => Math.hypot(...turn) > 0.1)
  .map(({ position, turn }): Pose => {
    const [x = 0, y = 0, z = 0, w = 1] = turn.map((part) => part / Math.hypot(...turn))
    return { position, heading: [x, y, z, w] }
  })

/** The place of the first point in the world. */
const placeOf = (seen: Vector, from: Pose): Vector => {
  const { origin, positions } = prepare(
    {
      count: 1,
      fileCount: 1,
      places: undefined,
      origin: [0, 0, 0],
      positions: Float32Array.from(seen),
      intensity: undefined,
      colors: undefined,
    },
    from,
  )
  return [origin[0] + (positions[0] ?? 0), origin[1] + (positions[1] ?? 0), origin[2] + (positions[2] ?? 0)]
}

describe("the clouds of several frames in the world", () => {
  it("have what stands still at the same place, from wherever and however turned it was seen", () => {
    const offset = fc.double({ min: -80, max: 80, noNaN: true })
    fc.assert(
      fc.property(pose, pose, fc.tuple(offset, offset, offset), (first, turned, [dx, dy, dz]) => {
        const place: Vector = [first.position[0] + dx, first.position[1] + dy, first.position[2] + dz]
        // The vehicle has driven some meters between both frames.
        const second = {
          heading: turned.heading,
          position: [first.position[0] + 7.25, first.position[1] - 3.5, first.position[2] + 0.25] as const,
        }
        for (const one of [first, second]) {
          const found = placeOf(seenBy(one, place), one)
          for (const axis of [0, 1, 2] as const)
            expect(Math.abs(found[axis] - place[axis])).toBeLessThan(1e-4)
        }
      }),
    )
  })
})

const somewhere: Pose = { position: [1, 2, 3], heading: [0, 0, 0, 1] }
const frame = (index: number, more: Partial<CloudFrame> = {}): CloudFrame => ({
  url: `/${index}`,
  type: "pcd",
  pose: somewhere,
  ...more,
})

describe("the neighbors of a frame", () => {
  it("are the frames to both sides, the nearest first, without those that have no address or no known place", () => {
    const frames = Array.from({ length: 10 }, (_, index) => frame(index))
    expect(listNeighbors(frames, 5, 2)).toEqual([4, 6, 3, 7])
    expect(listNeighbors(frames, 0, maxNeighbors)).toEqual([1, 2, 3])
    expect(listNeighbors(frames, 9, 1)).toEqual([8])
    expect(listNeighbors(frames, 5, 0)).toEqual([])
    const gaps = frames.with(4, frame(4, { url: undefined })).with(6, frame(6, { pose: undefined }))
    expect(listNeighbors(gaps, 5, 2)).toEqual([3, 7])
    expect(listNeighbors(gaps, 6, 2)).toEqual([])
    // Clouds of a dataset without poses are in the coordinates of the label.
    const bare = frames.map((one) => ({ ...one, pose: undefined }))
    expect(listNeighbors(bare, 5, 1)).toEqual([4, 6])
  })
})

describe("the cache of clouds with neighbors", () => {
  const frames = Array.from({ length: 20 }, (_, index) => frame(index))
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  /** Of 1600 bytes. */
  const cloud = () => cloudOf(Array.from({ length: 100 }, () => [1, 2, 3] as const))

  const makeCache = (clouds: number) => {
    const loaded: Array<string> = []
    const newest = new Map<string, PreparedCloud>()
    const cache = new CloudCache(
      frames,
      async ({ url }) => {
        loaded.push(url)
        const made = cloud()
        newest.set(url, made)
        return made
      },
      1600 * clouds,
    )
    return { cache, loaded, newest }
  }

  it("shows and keeps no cloud once it is stopped, and begins anew when a frame is shown again", async () => {
    const { cache } = makeCache(6)
    cache.show(10, [9, 11])
    await settled()
    await settled()
    expect(cache.state.state.kind).toBe("ready")
    cache.stop()
    expect(cache.state.state).toEqual({ kind: "none" })
    expect(cache.neighbors.state).toEqual({ clouds: [], wanted: 0 })
    cache.show(10, [9, 11])
    await settled()
    await settled()
    expect(cache.state.state.kind).toBe("ready")
    expect(cache.neighbors.state.clouds).toHaveLength(2)
  })

  it("loads them after the shown frame, and keeps them while others give way", async () => {
    const { cache, loaded } = makeCache(6)
    cache.show(10, [9, 11, 8, 12])
    expect(cache.neighbors.state).toEqual({ clouds: [], wanted: 4 })
    await settled()
    await settled()
    expect(loaded.slice(0, 5)).toEqual(["/10", "/9", "/11", "/8", "/12"])
    expect(cache.neighbors.state.clouds).toHaveLength(4)
    const { signal } = new AbortController()
    for (let other = 0; other < 5; other++) await cache.cloudAt(other, signal)
    expect(cache.bytes).toBeLessThanOrEqual(1600 * 6)
    expect(cache.neighbors.state.clouds).toHaveLength(4)
    // The same object until something changes, as React wants it.
    expect(cache.neighbors.state).toBe(cache.neighbors.state)
    cache.show(10, [])
    expect(cache.neighbors.state).toEqual({ clouds: [], wanted: 0 })
  })

  it("shows the nearest that fit its limit, and does not load the others again and again", async () => {
    const { cache, loaded } = makeCache(3)
    for (let turn = 0; turn < 5; turn++) {
      cache.show(10, [9, 11, 8, 12])
      await settled()
      await settled()
      expect(cache.neighbors.state.clouds).toHaveLength(2)
      expect(cache.neighbors.state.wanted).toBe(4)
      expect(cache.bytes).toBeLessThanOrEqual(1600 * 3)
    }
    expect(loaded.filter((url) => ["/8", "/9"].includes(url))).toEqual(["/9"])
    // The shown frame stays, however large it is.
    expect(cache.state.state.kind).toBe("ready")
  })

  it("has the nearest of each frame while somebody steps through frames, and the next one among them", async () => {
    const { cache, newest } = makeCache(3)
    for (let shown = 10; shown < 16; shown++) {
      cache.show(shown, [shown - 1, shown + 1, shown - 2, shown + 2])
      await settled()
      await settled()
      const drawn = cache.neighbors.state.clouds
      expect(drawn).toHaveLength(2)
      expect(drawn[0]).toBe(newest.get(`/${shown - 1}`))
      expect(drawn[1]).toBe(newest.get(`/${shown + 1}`))
    }
  })
})

/** Points of clouds in images, as the worker answers them: equal to an independent computation, for every lens of the contract. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Cloud } from "../../../../src/workbench/clouds/formats/Cloud.ts"
import { prepare } from "../../../../src/workbench/clouds/prepared.ts"
import { PointProjector } from "../../../../src/workbench/clouds/worker/PointProjector.ts"
import {
  computeProjection,
  listProjectionBuffers,
  type ProjectionRequest,
} from "../../../../src/workbench/clouds/worker/projection.ts"
import { parse } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject } from "../../../../src/workbench/editor/json/value.ts"
import type { Camera, Distortion } from "../../../../src/workbench/geometry/space/camera.ts"
import { computeDepthShare } from "../../../../src/workbench/geometry/space/cameraPoints.ts"
import type { Axes, Vector } from "../../../../src/workbench/geometry/space/vector.ts"
import { listCameraImages } from "../../../../src/workbench/session/clouds/cameras.ts"
import { listCloudFrames } from "../../../../src/workbench/session/clouds/cloudFrames.ts"
import { egoPose, intrinsics, projected } from "./opencv.ts"
import { cloudOf } from "./scan.ts"

/** A worker beside the page: what is sent is copied or transferred, and the answers come when the test says so. */
class FakeWorker extends EventTarget {
  private readonly answers: Array<unknown> = []
  readonly sizes: Array<number> = []
  postMessage(request: ProjectionRequest, transfer: Array<ArrayBuffer>): void {
    const received = structuredClone(request, { transfer })
    this.sizes.push(received.size.width)
    const answer = computeProjection(received)
    this.answers.push(structuredClone(answer, { transfer: listProjectionBuffers(answer) }))
  }
  terminate(): void {}
  answer(): void {
    this.dispatchEvent(new MessageEvent("message", { data: this.answers.shift() }))
  }
}

const open = () => {
  const fake = new FakeWorker()
  // Cast: the projector uses no more of a worker than the class above has.
  return { fake, projector: new PointProjector(() => fake as unknown as Worker) }
}

const never = new AbortController().signal

/** Floats are exact to a micrometer near the first point, as those of files are near the scanner. */
const nearOrigin = (points: ReadonlyArray<Vector>): Cloud => {
  const [origin = [0, 0, 0] as const] = points
  const relative = points.flatMap((point) => point.map((value, axis) => value - (origin[axis] ?? 0)))
  return {
    count: points.length,
    fileCount: points.length,
    places: undefined,
    origin,
    positions: Float32Array.from(relative),
    intensity: undefined,
    colors: undefined,
  }
}

const answered = async (camera: Camera, points: ReadonlyArray<Vector>, size: typeof image) => {
  const { fake, projector } = open()
  const cloud = prepare(nearOrigin(points), undefined)
  const running = projector.project(camera, cloud, size, never)
  fake.answer()
  // The page still has its cloud: what was transferred is a copy.
  expect(cloud.positions.length).toBe(points.length * 3)
  return running
}

const image = { width: 640, height: 360 }
const [focal, skew, center] = [[420, 410], 1.5, [320, 180]] as const

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const coefficients = fc.tuple(number(-0.3, 0.3), number(-0.1, 0.1), number(-0.02, 0.02))
const lens: fc.Arbitrary<Distortion | undefined> = fc.oneof(
  fc.constant(undefined),
  fc
    .tuple(coefficients, number(-0.005, 0.005))
    .map(([k, last]): Distortion => ({ model: "fisheye", k: [k[0], k[1], k[2], last] })),
  fc
    .tuple(coefficients, coefficients, number(-0.01, 0.01), number(-0.01, 0.01))
    .map(([k, below, p1, p2]): Distortion => ({ model: "brown-conrady", k: [...k, ...below], p: [p1, p2] })),
)

/** The distance from the middle of the plane that a lens gives to a ray, by the formulas of OpenCV. */
const bent = (distortion: Distortion | undefined, r: number): number => {
  if (distortion === undefined) return r
  const { k } = distortion
  if (distortion.model === "fisheye") {
    const a = r
    return a + k[0] * a ** 3 + k[1] * a ** 5 + k[2] * a ** 7 + k[3] * a ** 9
  }
  const [k1, k2, k3, k4, k5, k6] = distortion.k
  return (r * (1 + k1 * r ** 2 + k2 * r ** 4 + k3 * r ** 6)) / (1 + k4 * r ** 2 + k5 * r ** 4 + k6 * r ** 6)
}

/** Whether the lens shows rays farther out the farther they are, up to one. Behind that it folds back. */
const grows = (distortion: Distortion | undefined, most: number): boolean => {
  // Straight ahead is seen through every lens.
  if (most === 0) return true
  const steps = 400
  let before = 0
  for (let step = 1; step <= steps; step++) {
    const value = bent(distortion, (step / steps) * most)
    if (!(value > before)) return false
    before = value
  }
  return true
}

/** The pixel of a place in coordinates of the camera; undefined where it is not seen, "near" where rounding decides. */
const pixelOf = (
  distortion: Distortion | undefined,
  [x, y, z]: Vector,
): readonly [number, number] | undefined | "near" => {
  let [u, v] = [0, 0]
  // At the camera itself there is no direction.
  if (Math.hypot(x, y, z) < 0.1) return "near"
  if (distortion?.model === "fisheye") {
    const across = Math.hypot(x, y)
    const angle = Math.acos(z / Math.hypot(x, y, z))
    if (grows(distortion, angle * 0.98) !== grows(distortion, angle * 1.02)) return "near"
    if (angle > Math.PI * 0.98) return "near"
    if (!grows(distortion, angle)) return undefined
    // Straight ahead, across is zero.
    const scale = across === 0 ? 1 : bent(distortion, angle) / across
    u = x * scale
    v = y * scale
  } else {
    if (z < 0.04) return undefined
    if (z < 0.06) return "near"
    const [a, b] = [x / z, y / z]
    const r = Math.hypot(a, b)
    if (r > 9) return r > 11 && distortion !== undefined ? undefined : "near"
    if (distortion !== undefined) {
      if (grows(distortion, r * 0.98) !== grows(distortion, r * 1.02)) return "near"
      if (!grows(distortion, r)) return undefined
    }
    const scale = r === 0 ? 1 : bent(distortion, r) / r
    const [p1, p2] = distortion?.p ?? [0, 0]
    u = a * scale + 2 * p1 * a * b + p2 * (r ** 2 + 2 * a ** 2)
    v = b * scale + p1 * (r ** 2 + 2 * b ** 2) + 2 * p2 * a * b
  }
  const pixel = [focal[0] * u + skew * v + center[0], focal[1] * v + center[1]] as const
  const inside = Math.min(pixel[0], pixel[1], image.width - pixel[0], image.height - pixel[1])
  if (Math.abs(inside) < 0.05) return "near"
  return inside < 0 ? undefined : pixel
}

/** Axes that are turned about z, then y, then x: the columns of the product of three matrices. */
const turned = (a: number, b: number, c: number): Axes => {
  const [ca, sa, cb, sb, cc, sc] = [a, b, c].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return [
    [ca * cb, sa * cb, -sb],
    [ca * sb * sc - sa * cc, sa * sb * sc + ca * cc, cb * sc],
    [ca * sb * cc + sa * sc, sa * sb * cc - ca * sc, cb * cc],
  ]
}

const angle = number(-Math.PI, Math.PI)
/** In front of most cameras, and beside and behind them. */
const meters = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((at) => at / 100)
const inCamera = fc.tuple(meters(-12, 12), meters(-8, 8), meters(-4, 25))

describe("points in an image, from the worker", () => {
  it("are where the formulas of the lens have them, the farthest first, and no others", async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        lens,
        fc.array(inCamera, { minLength: 20, maxLength: 60 }),
        fc.tuple(angle, angle, angle),
        async (distortion, places, turns) => {
          const axes = turned(...turns)
          // Far from zero, as maps are.
          const position: Vector = [691_000, 5_335_000, 510]
          const sure = places.flatMap((place) => {
            const pixel = pixelOf(distortion, place)
            return pixel === "near" ? [] : [{ place, pixel }]
          })
          fc.pre(sure.length > 0)
          const world = sure.map(({ place: [x, y, z] }): Vector => {
            const at = (axis: 0 | 1 | 2) =>
              position[axis] + x * axes[0][axis] + y * axes[1][axis] + z * axes[2][axis]
            return [at(0), at(1), at(2)]
          })
          const camera: Camera = { position, axes, lens: { focal, skew, center, distortion } }
          const found = await answered(camera, world, image)
          const expected = sure
            .flatMap(({ pixel, place }) =>
              pixel === undefined ? [] : [{ pixel, distance: Math.hypot(...place) }],
            )
            .toSorted((a, b) => b.distance - a.distance)
          expect(found.count).toBe(expected.length)
          for (const [index, { distance, pixel }] of expected.entries()) {
            expect(Math.abs((found.depths[index] ?? Number.NaN) - computeDepthShare(distance))).toBeLessThan(
              1e-4,
            )
            // Points at the same distance may have changed places.
            if (expected.some((one) => one.pixel !== pixel && Math.abs(one.distance - distance) < 1e-4))
              continue
            for (const axis of [0, 1] as const)
              expect(Math.abs((found.places[index * 2 + axis] ?? Number.NaN) - pixel[axis])).toBeLessThan(
                0.05,
              )
            compared++
          }
        },
      ),
      { numRuns: 60, endOnFailure: true },
    )
    expect(compared).toBeGreaterThan(200)
  })

  it("are where OpenCV has them", async () => {
    for (const { convention, distortion, name, pixels, places, rotation, translation } of projected) {
      const [qx, qy, qz, qw] = rotation
      const [x, y, z] = translation
      const sample = parse(
        JSON.stringify({
          frames: [
            {
              pcd: { url: "/0.pcd", type: "pcd" },
              ego_pose: egoPose,
              images: [
                {
                  name,
                  url: "/0.png",
                  camera_convention: convention,
                  intrinsics: { intrinsic_matrix: intrinsics },
                  extrinsics: { rotation: { qx, qy, qz, qw }, translation: { x, y, z } },
                  ...(distortion === null ? {} : { distortion }),
                },
              ],
            },
          ],
        }),
      )
      if (!isObject(sample)) throw new Error("not an object")
      const poses = listCloudFrames(sample).map(({ pose }) => pose)
      const camera = listCameraImages(sample, poses)[0]?.[0]?.camera
      if (camera === undefined) throw new Error("no camera")
      // Cast: the fixtures have three numbers for each place.
      const found = await answered(camera, places as ReadonlyArray<Vector>, { width: 4000, height: 3000 })
      const seen = pixels.filter(([column = 0, row = 0]) => column >= 0 && row >= 0)
      expect(found.count, name).toBe(seen.length)
      for (const [column = 0, row = 0] of seen) {
        const distances = Array.from({ length: found.count }, (_, index) =>
          Math.hypot((found.places[index * 2] ?? 0) - column, (found.places[index * 2 + 1] ?? 0) - row),
        )
        expect(Math.min(...distances), name).toBeLessThan(0.1)
      }
    }
  })

  it("of an image that is not shown any more are dropped, and those that wait are not computed", async () => {
    const { fake, projector } = open()
    const camera: Camera = {
      position: [0, 0, 0],
      axes: turned(0, 0, 0),
      lens: { focal, skew, center, distortion: undefined },
    }
    const cloud = cloudOf([[0, 0, 10]])
    const stop = new AbortController()
    const request = (width: number, signal: AbortSignal) =>
      projector.project(camera, cloud, { width, height: 360 }, signal)
    const [first, second, third] = [request(641, stop.signal), request(642, stop.signal), request(643, never)]
    const dropped = Promise.allSettled([first, second])
    stop.abort(new Error("gone"))
    fake.answer()
    expect((await dropped).map(({ status }) => status)).toEqual(["rejected", "rejected"])
    fake.answer()
    expect((await third).count).toBe(1)
    expect(fake.sizes).toEqual([641, 643])
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import type { Cuboid } from "../../../../src/workbench/editor/label/cuboids/cuboid.ts"
import { isCovering } from "../../../../src/workbench/geometry/outline.ts"
import {
  type Camera,
  type Distortion,
  makeProjector,
} from "../../../../src/workbench/geometry/space/camera.ts"
import { projectLine } from "../../../../src/workbench/geometry/space/cameraLine.ts"
import {
  computeCameraOutline,
  computeHull,
  pickInImage,
} from "../../../../src/workbench/geometry/space/cameraOutline.ts"
import type { Axes, Vector } from "../../../../src/workbench/geometry/space/vector.ts"
import { listCameraImages } from "../../../../src/workbench/session/clouds/cameras.ts"
import { listCloudFrames } from "../../../../src/workbench/session/clouds/cloudFrames.ts"
import { egoPose, intrinsics, projected } from "./opencv.ts"

const calibrated = (changes: JsonObject): JsonObject => ({
  url: "https://example.com/front.jpg",
  name: "front",
  intrinsics: { intrinsic_matrix: intrinsics },
  extrinsics: { translation: { x: 0, y: 0, z: 0 }, rotation: { qx: 0, qy: 0, qz: 0, qw: 1 } },
  ...changes,
})

const imagesOf = (frame: JsonObject) => {
  const attributes: JsonObject = {
    frames: [{ pcd: { url: "https://example.com/0.pcd", type: "pcd" }, ...frame }],
  }
  const poses = listCloudFrames(attributes).map(({ pose }) => pose)
  return listCameraImages(attributes, poses)[0] ?? []
}

/** The vehicle drives along x; its camera looks ahead. */
const ahead: Axes = [
  [0, -1, 0],
  [0, 0, -1],
  [1, 0, 0],
]
const cameraWith = (distortion: Distortion | undefined): Camera => ({
  position: [0, 0, 1.5],
  axes: ahead,
  lens: { focal: [1000, 1000], skew: 0, center: [800, 450], distortion },
})
const size = { width: 1600, height: 900 }

const number = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true })
const vectors = fc.tuple(number(-40, 40), number(-40, 40), number(-3, 3))
const cuboids: fc.Arbitrary<Cuboid> = fc.record({
  position: vectors,
  dimensions: fc.tuple(number(0.5, 12), number(0.5, 3), number(0.5, 4)),
  yaw: number(-Math.PI, Math.PI),
  rotation: fc.constant(undefined),
})
const lenses: fc.Arbitrary<Distortion | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({
    model: fc.constant("brown-conrady" as const),
    k: fc.tuple(
      number(-0.4, 0.4),
      number(-0.1, 0.1),
      number(-0.02, 0.02),
      number(0, 0.1),
      number(0, 0.1),
      number(0, 0.02),
    ),
    p: fc.tuple(number(-0.002, 0.002), number(-0.002, 0.002)),
  }),
  fc.record({
    model: fc.constant("fisheye" as const),
    k: fc.tuple(number(-0.05, 0.05), number(-0.01, 0.01), number(-0.002, 0.002), number(-0.0005, 0.0005)),
  }),
)

describe("the calibration of a camera", () => {
  it.each(projected)("puts places where OpenCV puts them: $name", (one) => {
    const [qx = 0, qy = 0, qz = 0, qw = 0] = one.rotation
    const [x = 0, y = 0, z = 0] = one.translation
    const [image] = imagesOf({
      ego_pose: egoPose,
      images: [
        calibrated({
          extrinsics: { translation: { x, y, z }, rotation: { qx, qy, qz, qw } },
          camera_convention: one.convention,
          distortion: one.distortion,
        }),
      ],
    })
    if (image?.camera === undefined) throw new Error("There is no camera.")
    const project = makeProjector(image.camera)
    for (const [index, [wx = 0, wy = 0, wz = 0]] of one.places.entries()) {
      const [u, v] = project([wx, wy, wz]) ?? []
      expect(u).toBeCloseTo(one.pixels[index]?.[0] ?? 0, 2)
      expect(v).toBeCloseTo(one.pixels[index]?.[1] ?? 0, 2)
    }
  })

  it("is in the convention of OpenGL where the sample names none", () => {
    const cameraOf = (convention: JsonObject) => imagesOf({ images: [calibrated(convention)] })[0]?.camera
    expect(cameraOf({})).toEqual(cameraOf({ camera_convention: "OpenGL" }))
    expect(cameraOf({})).not.toEqual(cameraOf({ camera_convention: "OpenCV" }))
  })

  it("is left out where a part of it is missing or no number, and the image stays", () => {
    const parts: ReadonlyArray<JsonObject> = [
      { intrinsics: null },
      { extrinsics: null },
      {
        intrinsics: {
          intrinsic_matrix: [
            [1, 0, 2],
            [0, 1],
          ],
        },
      },
      { extrinsics: { translation: { x: 0, y: 0 }, rotation: { qx: 0, qy: 0, qz: 0, qw: 1 } } },
      { extrinsics: { translation: { x: 0, y: 0, z: 0 }, rotation: { qx: 0, qy: 0, qz: 0, qw: 0 } } },
    ]
    for (const part of parts)
      expect(imagesOf({ images: [calibrated(part)] })).toEqual([
        {
          name: "front",
          url: "https://example.com/front.jpg",
          addresses: ["https://example.com/front.jpg"],
          camera: undefined,
        },
      ])
  })

  it("comes with images in the order of their rows and columns, without those that have no address", () => {
    const at = (name: string, row: Json, col: Json) => calibrated({ name, row, col })
    const images = imagesOf({
      images: [
        at("c", 1, 0),
        at("b", 0, 1),
        calibrated({ url: "javascript:1" }),
        at("a", 0, null),
        { row: 2 },
      ],
    })
    expect(images.map(({ name }) => name)).toEqual(["a", "b", "c"])
  })

  it("has a name of its own for each image", () => {
    const images = imagesOf({ images: [calibrated({}), calibrated({ name: "" }), calibrated({})] })
    expect(images.map(({ name }) => name)).toEqual(["front", "2", "front (3)"])
  })
})

describe("a line in an image", () => {
  it("without distortion is straight, and ends at the plane of the image", () => {
    fc.assert(
      fc.property(vectors, vectors, (from, to) => {
        const project = makeProjector(cameraWith(undefined))
        const lines = projectLine(project, from, to)
        const [nearest, farthest] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])]
        if (farthest < 0.05) expect(lines).toEqual([])
        if (farthest < 0.2) return
        expect(lines).toHaveLength(1)
        const [line = []] = lines
        // The ends by the formulas of a camera with a hole: where the line meets the plane, or its own ends.
        const end = (a: Vector, b: Vector): Vector => {
          const share = a[0] >= 0.05 ? 0 : (0.05 - a[0]) / (b[0] - a[0])
          return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]
        }
        const pixel = ([x, y, z]: Vector) => [800 - (1000 * y) / x, 450 - (1000 * (z - 1.5)) / x]
        for (const [at, place] of [
          [line[0], end(from, to)],
          [line.at(-1), end(to, from)],
        ] as const) {
          const [u = 0, v = 0] = pixel(place)
          const tolerance = nearest >= 0.05 ? 1e-6 : 1 + Math.hypot(u, v) * 1e-3
          expect(Math.abs((at?.[0] ?? Number.NaN) - u)).toBeLessThan(tolerance)
          expect(Math.abs((at?.[1] ?? Number.NaN) - v)).toBeLessThan(tolerance)
        }
      }),
    )
  })

  it("follows the bend of the lens to a pixel within the image", () => {
    fc.assert(
      fc.property(lenses, vectors, vectors, number(0, 1), (distortion, from, to, share) => {
        const project = makeProjector(cameraWith(distortion))
        const place: Vector = [
          from[0] + (to[0] - from[0]) * share,
          from[1] + (to[1] - from[1]) * share,
          from[2] + (to[2] - from[2]) * share,
        ]
        const at = project(place)
        if (at === undefined || at[0] < 0 || at[1] < 0 || at[0] > 1600 || at[1] > 900) return
        // Close to the lens pixels are shorter than millimeters.
        if (Math.hypot(place[0], place[1], place[2] - 1.5) < 1) return
        const off = Math.min(
          ...projectLine(project, from, to).flatMap((line) =>
            line.slice(1).map((end, index) => {
              const [start] = [line[index] ?? end]
              const [dx, dy] = [end[0] - start[0], end[1] - start[1]]
              const along = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / (dx * dx + dy * dy || 1)
              const kept = Math.min(Math.max(along, 0), 1)
              return Math.hypot(at[0] - start[0] - dx * kept, at[1] - start[1] - dy * kept)
            }),
          ),
        )
        expect(off).toBeLessThan(1)
      }),
    )
  })

  it("never comes from what the lens folds back into the image", () => {
    // The polynomial of this barrel lens turns at a radius of 1: behind it, places farther out lie farther in.
    const project = makeProjector(
      cameraWith({ model: "brown-conrady", k: [-1 / 3, 0, 0, 0, 0, 0], p: [0, 0] }),
    )
    expect(project([10, 9.5, 1.5])).toBeDefined()
    expect(project([10, 10.5, 1.5])).toBeUndefined()
    const [line = []] = projectLine(project, [10, 0, 1.5], [10, -40, 1.5])
    expect(line.at(-1)?.[0]).toBeCloseTo(800 + (1000 * 2) / 3, 0)
    for (const [index, [x]] of line.entries())
      if (index > 0) expect(x).toBeGreaterThanOrEqual(line[index - 1]?.[0] ?? x)
  })
})

describe("a cuboid in an image", () => {
  it("has every one of its places within its hull, and none where nothing of it is seen", () => {
    fc.assert(
      fc.property(
        cuboids,
        fc.tuple(number(-0.49, 0.49), number(-0.49, 0.49), number(-0.49, 0.49)),
        (cuboid, inside) => {
          const project = makeProjector(cameraWith(undefined))
          const [c, s] = [Math.cos(cuboid.yaw), Math.sin(cuboid.yaw)]
          const [x, y, z] = [0, 1, 2].map((axis) => (inside[axis] ?? 0) * (cuboid.dimensions[axis] ?? 0))
          if (x === undefined || y === undefined || z === undefined) return
          const { position } = cuboid
          const at = project([position[0] + c * x - s * y, position[1] + s * x + c * y, position[2] + z])
          const isSeen = at !== undefined && at[0] > 0 && at[1] > 0 && at[0] < 1600 && at[1] < 900
          const outline = computeCameraOutline(project, cuboid, size)
          if (outline === undefined) {
            expect(isSeen).toBe(false)
            return
          }
          expect(outline.area).toBeGreaterThan(0)
          expect(outline.area).toBeLessThanOrEqual(1600 * 900 * (1 + 1e-9))
          if (at === undefined || !isSeen) return
          // A place before the camera but nearer than all edges is no concern of a press.
          if (position[0] - Math.hypot(...cuboid.dimensions) / 2 < 0.1) return
          expect(isCovering({ type: "polygon", points: outline.hull }, at)).toBe(true)
        },
      ),
    )
  })

  it("is seen where it is larger than the image, so that all of its corners lie outside", () => {
    const wall: Cuboid = { position: [6, 0, 1.5], dimensions: [1, 40, 40], yaw: 0, rotation: undefined }
    const outline = computeCameraOutline(makeProjector(cameraWith(undefined)), wall, size)
    expect(outline?.area).toBeCloseTo(1600 * 900, 3)
  })

  it("is picked before the larger one behind which it stands", () => {
    const project = makeProjector(cameraWith(undefined))
    const box = (key: string, cuboid: Omit<Cuboid, "rotation">) => {
      const outline = computeCameraOutline(project, { ...cuboid, rotation: undefined }, size)
      if (outline === undefined) throw new Error("It is not in the image.")
      return { key, outline }
    }
    const items = [
      box("truck", { position: [20, 0, 2], dimensions: [8, 3, 4], yaw: 0.2 }),
      box("person", { position: [12, 0, 1], dimensions: [0.6, 0.6, 1.8], yaw: 0 }),
      box("car", { position: [20, 8, 1], dimensions: [4, 2, 1.5], yaw: 0 }),
    ]
    expect(pickInImage(items, [800, 480]).map(({ key }) => key)).toEqual(["person", "truck"])
    expect(pickInImage(items, [800, 880])).toEqual([])
  })

  it("shows which of its ends is the front", () => {
    const car: Cuboid = { position: [20, 0, 1.5], dimensions: [4, 2, 1.5], yaw: Math.PI, rotation: undefined }
    const outline = computeCameraOutline(makeProjector(cameraWith(undefined)), car, size)
    const widest = Math.max(...(outline?.lines ?? []).flat().map(([x]) => x))
    // It comes towards the camera: its front is nearer, so it is wider than its rear.
    expect(Math.max(...(outline?.front ?? []).flat().map(([x]) => x))).toBeCloseTo(widest, 6)
    const away = computeCameraOutline(makeProjector(cameraWith(undefined)), { ...car, yaw: 0 }, size)
    expect(Math.max(...(away?.front ?? []).flat().map(([x]) => x))).toBeLessThan(widest - 5)
  })
})

it("a hull contains its points, and turns one way", () => {
  const points = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
    minLength: 3,
    maxLength: 40,
  })
  fc.assert(
    fc.property(points, (list) => {
      const hull = computeHull(list)
      for (const [index, a] of hull.entries()) {
        const b = hull[(index + 1) % hull.length] ?? a
        for (const p of list)
          expect((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

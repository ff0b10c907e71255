/** Datasets and scenes of every kind, for properties. */
import fc from "fast-check"
import type { Category, Dataset, SkeletonDefinition } from "../src/model/Dataset.ts"
import { emptyFrame } from "../src/model/empty.ts"
import { draw, type ExactShape, makeJoint, type Skeleton, type Visibility } from "../src/model/exactShapes.ts"
import { fromYaw } from "../src/model/rotation.ts"
import type { Annotation, Attributes, Bitmap, Drawing, Frame, Kind, Scene } from "../src/model/Scene.ts"
import { toTaskType } from "../src/model/toWire.ts"

/** Some with characters that paths, XML and CSV have to escape. */
const word = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9_-]{0,7}$/),
  fc.constantFrom("a b", "ü", "l'été", 'x"y', "a,b", "<&>", "50%", "a.b"),
)

const attributes: fc.Arbitrary<Attributes> = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,6}$/),
  fc.oneof(word, fc.integer({ min: -1000, max: 1000 }), fc.boolean()),
  { maxKeys: 3, noNullPrototype: true },
)

const size = { width: 640, height: 480 }

const between = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value))

const pixel = fc.tuple(between(0, size.width), between(0, size.height)).map(([x, y]) => [x, y])

const corners = fc
  .tuple(between(0, 600), between(0, 440), between(1, 40), between(1, 40))
  .map(([x, y, w, h]) => [
    [x, y],
    [x + w, y + h],
  ])

/** Star-shaped about its center, so that it does not cross itself. */
const ring = fc
  .tuple(between(100, 540), between(100, 380), fc.array(between(20, 90), { minLength: 3, maxLength: 8 }))
  .map(([x, y, radii]) =>
    radii.map((radius, i) => {
      const angle = (2 * Math.PI * i) / radii.length
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    }),
  )

const drawing: fc.Arbitrary<Pick<Drawing, "type" | "points">> = fc.oneof(
  fc.record({ type: fc.constant("bbox" as const), points: corners }),
  fc.record({ type: fc.constant("polygon" as const), points: ring }),
  fc.record({
    type: fc.constant("polyline" as const),
    points: fc.array(pixel, { minLength: 2, maxLength: 6 }),
  }),
  fc.record({ type: fc.constant("point" as const), points: fc.array(pixel, { minLength: 1, maxLength: 5 }) }),
)

const center = fc.tuple(between(150, 490), between(150, 330))

const lengths = fc.tuple(between(2, 90), between(2, 90))

const angle = between(-3.14, 3.14)

/** Stars beside each other, each with a hole about its center or without. One of them has a hole if it is alone. */
const polygons = fc
  .tuple(ring, fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }))
  .map(([star, holes]) => {
    const [cx, cy] = [0, 1].map((axis) => star.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / star.length)
    const scaled = (size: number, shift: number) =>
      star.map(
        ([x = 0, y = 0]) =>
          [(cx ?? 0) + (x - (cx ?? 0)) * size + shift, (cy ?? 0) + (y - (cy ?? 0)) * size] as const,
      )
    return holes.map((hasHole, part) => {
      const shift = 60 * part - 60
      const outer = scaled(0.3, shift)
      return hasHole || holes.length === 1 ? [outer, scaled(0.2, shift)] : [outer]
    })
  })

/** Any joint may be missing, but not all. They are in the order of the category's skeleton. */
const skeleton: fc.Arbitrary<Skeleton> = fc
  .tuple(
    pixel,
    fc.array(fc.tuple(pixel, fc.constantFrom<Visibility>(0, 1, 2)), { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([first, others, hasBox]) => {
    const all = [[first, 2] as const, ...others]
    const joints = jointNames.map((name, i) => {
      const [place, visibility] = all[i] ?? [[0, 0], 0]
      return makeJoint(name, [place[0] ?? 0, place[1] ?? 0], visibility)
    })
    const box = [
      [1, 2],
      [600, 400],
    ] as const
    return { type: "skeleton", joints, ...(hasBox && { box }) }
  })

const jointNames = ["nose", "left eye", "right eye", "tail"]

const skeletonDefinition: SkeletonDefinition = {
  joints: [
    { name: "nose", sigma: 0.26 },
    { name: "left eye", sigma: 0.25 },
    { name: "right eye", sigma: 0.25 },
    { name: "tail", sigma: 0.9 },
  ],
  edges: [
    ["nose", "left eye"],
    ["nose", "right eye"],
    ["nose", "tail"],
  ],
  flip: [["left eye", "right eye"]],
}

/** Every exact shape of an image. */
export const exactShape: fc.Arbitrary<ExactShape> = fc.oneof(
  fc.record({ type: fc.constant("rotated_box" as const), center, size: lengths, angle }),
  fc.record({ type: fc.constant("ellipse" as const), center, radii: lengths, angle }),
  skeleton,
  fc.record({ type: fc.constant("multipolygon" as const), polygons }),
)

const vector = (min: number, max: number) =>
  fc.record({ x: between(min, max), y: between(min, max), z: between(min, max) })

const position = vector(-100, 100).map(({ x, y, z }) => [x, y, z])

/** In the frame of a point cloud, in meters. */
const cloudDrawing: fc.Arbitrary<Pick<Drawing, "type" | "points">> = fc.oneof(
  fc.record({
    type: fc.constant("polygon" as const),
    points: fc.array(position, { minLength: 3, maxLength: 6 }),
  }),
  fc.record({
    type: fc.constant("polyline" as const),
    points: fc.array(position, { minLength: 2, maxLength: 6 }),
  }),
  fc.record({ type: fc.constant("point" as const), points: fc.tuple(position) }),
)

const cuboid = fc.record({
  type: fc.constant("cuboid" as const),
  isSynced: fc.boolean(),
  position: vector(-100, 100),
  dimensions: vector(0.1, 20),
  yaw: between(-3.14, 3.14),
  rotation: fc.option(between(-3.14, 3.14).map(fromYaw)),
})

const shapeOf = (kind: Kind) =>
  kind === "image-vector"
    ? fc.oneof({ arbitrary: drawing, weight: 3 }, { arbitrary: exactShape.map(draw), weight: 2 })
    : kind === "cuboid"
      ? cuboid.map((one) =>
          one.rotation === null ? one : { ...one, yaw: 2 * Math.atan2(one.rotation.qz, one.rotation.qw) },
        )
      : kind === "cloud-vector"
        ? cloudDrawing
        : fc.constant({ type: "segment" as const })

export interface Made {
  readonly dataset: Dataset
  readonly scenes: ReadonlyArray<Scene>
}

const categories = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 200 }), name: word }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ id }) => id,
  })
  .map((found) => [...new Map(found.map((one) => [one.name, one])).values()])
  .map((found) =>
    found.map(
      ({ id, name }): Category => ({
        id,
        name,
        color: [id, 10, 20],
        hasInstances: true,
        attributes: [],
        ...(id % 3 > 0 && { skeleton: skeletonDefinition }),
      }),
    ),
  )

/** A dataset with labels of one kind, of sequences or of single samples. */
export const made = (kind: Kind, isSequence: boolean): fc.Arbitrary<Made> =>
  categories.chain((found) => {
    const ids = found.map(({ id }) => id)
    const annotation = fc
      .tuple(shapeOf(kind), fc.constantFrom(...ids), attributes, fc.boolean())
      .map(([shape, categoryId, own, isKeyframe]) => ({ ...shape, categoryId, attributes: own, isKeyframe }))
    const frame = fc.array(annotation, { maxLength: 5 })
    const scene = fc.tuple(
      fc.array(frame, isSequence ? { minLength: 1, maxLength: 4 } : { minLength: 1, maxLength: 1 }),
      fc.uniqueArray(word, { minLength: 1, maxLength: 1 }),
      attributes,
      fc.constantFrom("train" as const, "val" as const, "test" as const),
    )
    return fc.array(scene, { minLength: 1, maxLength: 4 }).map((scenes) => ({
      dataset: {
        name: "made",
        description: "",
        taskType: toTaskType(kind, isSequence),
        categories: found,
        imageAttributes: [],
      },
      scenes: scenes.map(
        ([frames, [name = ""], own, split], index): Scene => ({
          name: `${index}-${name}`,
          sensor: null,
          kind,
          isSequence,
          links: [],
          metadata: {},
          split,
          frames: frames.map((shapes, at) => frameOf(kind, isSequence, index, at, shapes, own)),
        }),
      ),
    }))
  })

type Shape = Omit<Annotation, "id" | "trackId">

const frameOf = (
  kind: Kind,
  isSequence: boolean,
  sample: number,
  at: number,
  shapes: ReadonlyArray<Shape>,
  attributes: Attributes,
): Frame => {
  // The parts are those of one annotation type; TypeScript does not follow the union through the omission.
  const annotations = shapes.map(
    (shape, i) =>
      ({
        ...shape,
        id: i * 3 + 1,
        trackId: isSequence ? i + 1 : null,
        isKeyframe: isSequence ? shape.isKeyframe : true,
      }) as Annotation,
  )
  const isImage = kind === "image-vector" || kind === "image-segmentation"
  return {
    ...emptyFrame,
    name: isSequence ? String(at).padStart(5, "0") : null,
    timestamp: isSequence ? `31597315795987912${at}` : null,
    image: isImage ? { url: `https://images.example/${sample}/${at}.jpg`, size } : null,
    cloud: isImage ? null : { url: `https://clouds.example/${sample}/${at}.pcd`, type: "pcd" },
    attributes,
    annotations,
    bitmap: kind === "image-segmentation" ? { url: null, load: async () => stripes(annotations) } : null,
    pointAnnotations: kind === "cloud-segmentation" ? [0, ...annotations.map(({ id }) => id), 0] : null,
  }
}

/** Each annotation is a block of pixels; the rest is empty. */
const stripes = (annotations: ReadonlyArray<Annotation>): Bitmap => {
  const ids = new Uint32Array(size.width * size.height)
  annotations.forEach(({ id }, index) => {
    for (let y = 10 + 40 * index; y < 40 + 40 * index; y++)
      ids.fill(id, y * size.width + 20, y * size.width + 90)
  })
  return { ...size, ids }
}

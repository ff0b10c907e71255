/** Labels of every shape of the wire contract, as arbitraries: each is one that its SDK reads. */
import type { TaskType } from "@annotary/core/effect"
import * as fc from "fast-check"

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 1e308, 5e-324, 1_700_000_000_123),
)
const whole = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom(2 ** 62, -(2 ** 62)))
const word = fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom("", "é😀", "not found"))
const nothing = fc.constant(null)
const value = fc.oneof(word, fc.boolean(), number, whole, nothing, fc.array(word, { maxLength: 3 }))
const attributes = fc.dictionary(word, value, { maxKeys: 4 })
const version = fc.oneof(fc.constantFrom("0.1", "0.2", 0.1), word, number, nothing)
const timestamp = fc.oneof(word, number, whole, nothing)

/** Some keys may be missing, and there may be others. */
const record = (
  required: { readonly [key: string]: fc.Arbitrary<unknown> },
  optional: { readonly [key: string]: fc.Arbitrary<unknown> } = {},
) =>
  fc.record({ ...required, ...optional, index: value, extra: fc.jsonValue({ maxDepth: 2 }) }, {
    requiredKeys: Object.keys(required) as unknown as ReadonlyArray<never>,
  } as never) as fc.Arbitrary<Record<string, unknown>>

const both = (one: fc.Arbitrary<object>, other: fc.Arbitrary<object>) =>
  fc.tuple(one, other).map(([a, b]) => ({ ...a, ...b }))

const object = (required = {}, optional = {}) =>
  record(
    { id: whole, category_id: whole, ...required },
    { attributes: fc.oneof(attributes, nothing), ...optional },
  )
const track = fc.record({ track_id: whole, is_keyframe: fc.boolean() }, { requiredKeys: ["track_id"] })

const point = (dimensions: number) => fc.array(number, { minLength: dimensions, maxLength: dimensions })
const drawn = (type: string, dimensions: number, least: number, most = least + 3) =>
  object({
    type: fc.constant(type),
    points: fc.array(point(dimensions), { minLength: least, maxLength: most }),
  })
const length = fc.double({ min: 0, max: 1e6, noNaN: true })
const digest = { sha256: fc.oneof(fc.stringMatching(/^[0-9a-f]{64}$/), word, nothing) }
const ring = fc.array(point(2), { minLength: 3, maxLength: 5 })
const joint = fc.oneof(
  record({ x: number, y: number, visibility: fc.constantFrom(1, 2) }),
  record({ visibility: fc.constant(0) }, { x: nothing }),
)

/** Names are unique, and one joint is labeled. */
const joints = fc.tuple(joint, fc.array(joint, { maxLength: 3 })).map(([first, others]) =>
  [{ ...first, x: 1, y: 2, visibility: 2 }, ...others].map((one, index) => ({
    ...one,
    name: `joint ${index}`,
  })),
)

/** Exact shapes beside the polygon or the point that stands for them. */
const exact = (types: { readonly [type: string]: fc.Arbitrary<object> }) => ({
  shape: fc.oneof(
    nothing,
    ...Object.entries(types).map(([type, shape]) => shape.map((members) => ({ ...members, type }))),
  ),
})
const lengths = fc.tuple(length, length)
const exactPolygon = exact({
  rotated_box: record({ center: point(2), size: lengths, angle: number }, digest),
  ellipse: record({ center: point(2), radii: lengths }, { angle: fc.oneof(number, nothing), ...digest }),
  multipolygon: record(
    { polygons: fc.array(fc.array(ring, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }) },
    { pixels: fc.oneof(fc.boolean(), nothing), ...digest },
  ),
})
const exactPoint = exact({
  skeleton: record({ joints }, { box: fc.oneof(fc.tuple(point(2), point(2)), nothing), ...digest }),
})

const drawing2d = fc.oneof(
  drawn("bbox", 2, 2, 2),
  drawn("polygon", 2, 3),
  drawn("polyline", 2, 2),
  drawn("point", 2, 1),
  both(drawn("polygon", 2, 3), fc.record(exactPolygon)),
  both(drawn("point", 2, 1), fc.record(exactPoint)),
)
const vector = record({ x: number, y: number, z: number })
const motion = record({ absolute: number, relative: fc.oneof(number, nothing) })
const cuboid = object(
  { type: fc.constantFrom("cuboid", "cuboid-sync"), position: vector, dimensions: vector, yaw: number },
  {
    rotation: fc.oneof(record({ qx: number, qy: number, qz: number, qw: number }), nothing),
    velocity: fc.oneof(motion, nothing),
    acceleration: motion,
  },
)
const drawing3d = fc.oneof(
  drawn("polygon", 3, 3),
  drawn("polygon", 2, 3),
  drawn("polyline", 3, 2),
  drawn("point", 3, 1),
  cuboid,
)
const link = record(
  { from_id: whole, to_id: whole },
  {
    attributes: fc.oneof(attributes, nothing),
    frames: fc.oneof(fc.array(record({ attributes }), { maxLength: 2 }), nothing),
  },
)
const links = { links: fc.oneof(fc.array(link, { maxLength: 2 }), nothing) }

const common = { format_version: version, image_attributes: fc.oneof(attributes, nothing) }
const bitmap = record({}, { url: fc.oneof(word, nothing), signed_url: word })
const clouds = { point_annotations: fc.array(whole, { maxLength: 5 }) }

const some = (item: fc.Arbitrary<object>) => fc.array(item, { maxLength: 3 })
const still = (item: fc.Arbitrary<object>, required = {}, optional = {}) =>
  record({ annotations: some(item), ...required }, { ...common, ...optional })
const sequence = (item: fc.Arbitrary<object>, required = {}, optional = {}, top = {}) =>
  record(
    {
      frames: some(
        record({ annotations: some(both(item, track)), ...required }, { ...common, timestamp, ...optional }),
      ),
    },
    { format_version: version, ...top },
  )

const vectors = still(drawing2d)
const bitmaps = still(object(), { segmentation_bitmap: bitmap })
const sequences = {
  "pointcloud-cuboid-sequence": sequence(cuboid, {}, {}, links),
  "pointcloud-vector-sequence": sequence(drawing3d, {}, links, links),
  "pointcloud-segmentation-sequence": sequence(object(), clouds),
  "image-vector-sequence": sequence(drawing2d),
  "image-segmentation-sequence": sequence(object(), {}, { segmentation_bitmap: fc.oneof(bitmap, nothing) }),
}
const sensor = fc.oneof(
  ...Object.entries(sequences).map(([type, label]) =>
    record({ name: word, task_type: fc.constant(type), attributes: fc.oneof(label, fc.constant([])) }),
  ),
)

export const labels: { readonly [Type in TaskType]: fc.Arbitrary<object> } = {
  ...sequences,
  "segmentation-bitmap": bitmaps,
  "segmentation-bitmap-highres": bitmaps,
  bboxes: vectors,
  vector: vectors,
  keypoints: vectors,
  "pointcloud-cuboid": still(cuboid, {}, links),
  "pointcloud-segmentation": still(object(), clouds),
  "pointcloud-vector": still(drawing3d, {}, links),
  "multisensor-sequence": record({ sensors: some(sensor) }, links),
}

/** A label in which one value, somewhere, is another one. */
export const changed = (label: object): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.nat(),
      fc.oneof(
        fc.constantFrom<unknown>(
          undefined,
          null,
          1.5,
          "x",
          "1",
          true,
          [],
          {},
          [1],
          ["a"],
          [["a"]],
          { a: 1 },
          2 ** 70,
        ),
        fc.jsonValue({ maxDepth: 1 }),
      ),
    )
    .map(([at, other]) => {
      const copy: unknown = JSON.parse(JSON.stringify(label))
      const places = placesIn(copy)
      const place = places[at % Math.max(1, places.length)]
      if (place === undefined) return copy
      const [holder, key] = place
      if (other === undefined && !Array.isArray(holder)) delete holder[key]
      else holder[key] = other ?? null
      return copy
    })

type Holder = Record<string | number, unknown>

const placesIn = (value: unknown): ReadonlyArray<readonly [Holder, string]> =>
  typeof value === "object" && value !== null
    ? Object.keys(value).flatMap((key) => [
        [value as Holder, key] as const,
        ...placesIn((value as Holder)[key]),
      ])
    : []

/** Every rule of `quality_rules` finds what its definition says, on generated labels. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import type { Configuration } from "../../../src/domain/Configuration.ts"
import type { QualityRule } from "../../../src/domain/QualityRule.ts"
import type { Warning } from "../../../src/domain/Warning.ts"
import { checkLabel } from "../../../src/warnings/checkLabel.ts"
import {
  type Annotation,
  categoryChanges,
  crossesItself,
  dimensionChanges,
  displacements,
  duplicates,
  type Found,
  type Frames,
  iou,
  outside,
  pointNumbers,
  rotations,
} from "./bruteForce.ts"

const configuration = (...quality_rules: ReadonlyArray<QualityRule>): Configuration => ({
  categories: [1, 2].map((id) => ({ id, name: `${id}` })),
  quality_rules,
})

/** The warnings of the rule. */
const found = (label: object, rule: QualityRule): ReadonlyArray<Warning> =>
  checkLabel(label, configuration(rule)).warnings.filter((warning) => warning.rule === rule.name)

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const vector = (min: number, max: number) =>
  fc.record({ x: number(min, max), y: number(min, max), z: number(min, max) })

const part = number(-1, 1)
const rotation = fc
  .record({ qx: part, qy: part, qz: part, qw: part })
  .filter(({ qw, qx, qy, qz }) => Math.hypot(qw, qx, qy, qz) > 0.1)

const cuboid = fc.record(
  {
    type: fc.constant("cuboid"),
    track_id: fc.integer({ min: 1, max: 3 }),
    category_id: fc.integer({ min: 1, max: 2 }),
    position: vector(-30, 30),
    dimensions: vector(0.5, 4),
    yaw: number(-7, 7),
    rotation,
    attributes: fc.record({ n: fc.integer({ min: 0, max: 20 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: ["type", "category_id", "position", "dimensions", "yaw", "attributes"] },
)

const framesOf = (annotation: fc.Arbitrary<Omit<Annotation, "id">>): fc.Arbitrary<Frames> =>
  fc
    .array(fc.array(annotation, { maxLength: 5 }), { maxLength: 6 })
    .map((frames) =>
      frames.map((annotations) => ({ annotations: annotations.map((one, at) => ({ ...one, id: at + 1 })) })),
    )

const cuboids = framesOf(cuboid)

/** Numbers that a rounding error could put on either side of the limit are left out. */
const isClear = (limit: number) => (measured: number | null) =>
  measured === null || Math.abs(measured - limit) > 1e-4

const assertSame = (warnings: ReadonlyArray<Warning>, expected: ReadonlyArray<Found>, tolerance: number) => {
  const keyOf = (frame: number | null, ids: ReadonlyArray<number>) => `${frame}: ${ids.join("+")}`
  const inOrder = <A>(list: ReadonlyArray<A>, key: (one: A) => string, measured: (one: A) => number | null) =>
    [...list].sort((a, b) =>
      key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : (measured(a) ?? 0) - (measured(b) ?? 0),
    )
  const got = inOrder(
    warnings,
    (one) => keyOf(one.frame, one.annotationIds),
    ({ measured }) => measured,
  )
  const wanted = inOrder(
    expected,
    ({ frame, ids }) => keyOf(frame, ids),
    ({ measured }) => measured,
  )
  assert.deepStrictEqual(
    got.map((one) => keyOf(one.frame, one.annotationIds)),
    wanted.map(({ frame, ids }) => keyOf(frame, ids)),
  )
  got.forEach(({ measured }, at) => {
    const number = wanted[at]?.measured ?? null
    if (number === null || measured === null) assert.strictEqual(measured, number)
    else assert.closeTo(measured, number, tolerance)
  })
}

const runs = 2000

describe("the quality rules equal their definitions", { timeout: 120_000 }, () => {
  it("track-dimension-change", () =>
    checkProperty(
      fc.property(cuboids, number(0, 0.8), (frames, max_ratio) => {
        const expected = dimensionChanges(frames)
        fc.pre(expected.every(({ ratio }) => isClear(max_ratio)(ratio)))
        const warnings = found({ frames }, { name: "track-dimension-change", max_ratio })
        assert.deepStrictEqual(
          warnings.map(({ attribute, trackIds }) => `${trackIds[0]} ${attribute}`).sort(),
          expected
            .flatMap(({ axis, ratio, track }) => (ratio > max_ratio ? [`${track} ${axis}`] : []))
            .sort(),
        )
        for (const { attribute, measured, trackIds } of warnings)
          assert.closeTo(
            measured ?? 0,
            expected.find(({ axis, track }) => axis === attribute && track === trackIds[0])?.ratio ?? -1,
            1e-9,
          )
      }),
      runs,
    ))

  it("track-rotation-jump", () =>
    checkProperty(
      fc.property(cuboids, number(0, 180), (frames, max_degrees) => {
        const expected = rotations(frames)
        fc.pre(expected.every(({ measured }) => isClear(max_degrees)(measured)))
        assertSame(
          found({ frames }, { name: "track-rotation-jump", max_degrees }),
          expected.filter(({ measured }) => (measured ?? 0) > max_degrees),
          1e-4,
        )
      }),
      runs,
    ))

  it("track-displacement", () =>
    checkProperty(
      fc.property(cuboids, number(0, 60), (frames, max_distance) => {
        const expected = displacements(frames)
        fc.pre(expected.every(({ measured }) => isClear(max_distance)(measured)))
        assertSame(
          found({ frames }, { name: "track-displacement", max_distance }),
          expected.filter(({ measured }) => (measured ?? 0) > max_distance),
          1e-9,
        )
      }),
      runs,
    ))

  it("track-category-change", () =>
    checkProperty(
      fc.property(cuboids, (frames) => {
        assertSame(found({ frames }, { name: "track-category-change" }), categoryChanges(frames), 0)
      }),
      runs,
    ))

  it("duplicate-id", () =>
    checkProperty(
      fc.property(cuboids, (frames) => {
        assertSame(found({ frames }, { name: "duplicate-id" }), duplicates(frames), 0)
      }),
      runs,
    ))

  it("minimum-points", () =>
    checkProperty(
      fc.property(
        cuboids,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        (frames, near, min) => {
          const expected = pointNumbers(frames).filter(
            ({ distance, number }) => number < (distance <= 25 ? near : min),
          )
          assertSame(
            found(
              { frames },
              { name: "minimum-points", attribute: "n", min, bands: [{ max_distance: 25, min: near }] },
            ),
            expected.map(({ frame, id, number: measured }) => ({ frame, ids: [id], measured })),
            0,
          )
        },
      ),
      runs,
    ))

  const whole = fc.integer({ min: -3, max: 12 })
  const points = (least: number, most: number) =>
    fc.array(
      fc.tuple(whole, whole).map(([x, y]) => [x, y]),
      { minLength: least, maxLength: most },
    )
  const drawing = (type: string, least: number, most: number) =>
    framesOf(
      fc.record({
        type: fc.constant(type),
        category_id: fc.integer({ min: 1, max: 2 }),
        points: points(least, most),
      }),
    )

  it("polygon-self-intersection, in exact arithmetic", () =>
    checkProperty(
      fc.property(drawing("polygon", 3, 7), (frames) => {
        const expected = frames.flatMap(({ annotations }, frame) =>
          annotations.flatMap(({ id, points = [] }) =>
            crossesItself(points) ? [{ frame, ids: [id], measured: null }] : [],
          ),
        )
        assertSame(found({ frames }, { name: "polygon-self-intersection" }), expected, 0)
      }),
      runs,
    ))

  it("shape-outside-image", () =>
    checkProperty(
      fc.property(drawing("polyline", 2, 4), fc.integer({ min: 0, max: 3 }), (frames, tolerance) => {
        const expected = frames.flatMap(({ annotations }, frame) =>
          annotations.flatMap(({ id, points = [] }) => {
            const measured = outside(points, 10, 8)
            return measured > tolerance ? [{ frame, ids: [id], measured }] : []
          }),
        )
        const rule = { name: "shape-outside-image" as const, width: 10, height: 8, tolerance }
        assertSame(found({ frames }, rule), expected, 0)
      }),
      runs,
    ))

  it("overlapping-boxes, by counting pixels", () =>
    checkProperty(
      fc.property(
        drawing("bbox", 2, 2),
        fc.boolean(),
        number(0, 0.9),
        (frames, across_categories, max_iou) => {
          const expected = frames.flatMap(({ annotations }, frame) =>
            annotations.flatMap((a, at) =>
              annotations.slice(at + 1).flatMap((b) => {
                const measured = iou(a.points ?? [], b.points ?? [])
                const isCompared = across_categories || a.category_id === b.category_id
                return isCompared ? [{ frame, ids: [a.id, b.id], measured }] : []
              }),
            ),
          )
          fc.pre(expected.every(({ measured }) => measured === 0 || isClear(max_iou)(measured)))
          assertSame(
            found({ frames }, { name: "overlapping-boxes", max_iou, across_categories }),
            expected.filter(({ measured }) => measured > max_iou),
            1e-12,
          )
        },
      ),
      1000,
    ))
})

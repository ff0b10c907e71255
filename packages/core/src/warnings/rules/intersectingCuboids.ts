/**
 * `intersecting-cuboids`: pairs of cuboids of one scene whose interiors overlap. `excluded_categories` never warn, whatever
 * they meet; those of `excluded_set_of_categories` may meet each other, but two of the same category still warn.
 */
import { type Boxes, boxesBuilder } from "../geometry/Boxes.ts"
import { intersections } from "../geometry/intersections.ts"
import type { Annotation, Cuboid, Scene } from "../read/Scene.ts"
import type { IntersectingRule } from "./Compiled.ts"
import type { Report } from "./Report.ts"
import { tracksOf } from "./tracksOf.ts"

/** A cuboid whose numbers are sound. */
export type Solid = Annotation & { readonly cuboid: Cuboid }

/** Pairs that are told of one scene, and pairs that are looked at: many cuboids in one place would take for ever. */
const bound = { pairs: 100_000, looks: 200_000_000 }

export const intersectingCuboids = (
  scene: Scene,
  solids: ReadonlyArray<Solid>,
  rules: ReadonlyArray<IntersectingRule>,
  report: Report,
): void => {
  if (rules.length === 0 || solids.length < 2) return
  const warns = (a: Solid, b: Solid) => rules.some((rule) => forbids(rule, a.categoryId, b.categoryId))
  const judged = solids.filter(({ categoryId }) => rules.some(({ excluded }) => !excluded.has(categoryId)))
  const admits = (a: number, b: number) => {
    const [one, other] = [judged[a], judged[b]]
    return one !== undefined && other !== undefined && warns(one, other)
  }
  const { pairs, truncated } = intersections(boxesOf(judged), bound, admits)
  if (truncated) report.cut()
  for (let at = 0; at < pairs.length; at += 2) {
    const a = judged[pairs[at] ?? 0]
    const b = judged[pairs[at + 1] ?? 0]
    if (a === undefined || b === undefined) continue
    const [one, other] = a.id <= b.id ? [a, b] : [b, a]
    for (const rule of rules) {
      if (!forbids(rule, a.categoryId, b.categoryId)) continue
      report.add(scene, {
        rule: "intersecting-cuboids",
        ruleIndex: rule.index,
        message: `Cuboids ${one.id} and ${other.id} intersect.`,
        annotationIds: [one.id, other.id],
        trackIds: tracksOf(one, other),
      })
    }
  }
}

/** Whether an intersection of the two categories is warned of. */
export const forbids = ({ excluded, excludedSet }: IntersectingRule, a: number, b: number): boolean => {
  if (excluded.has(a) || excluded.has(b)) return false
  return a === b || !excludedSet.has(a) || !excludedSet.has(b)
}

const boxesOf = (solids: ReadonlyArray<Solid>): Boxes => {
  const builder = boxesBuilder(solids.length)
  for (const { cuboid } of solids) {
    const { dimensions, position, turn } = cuboid
    if (typeof turn === "number") builder.addYaw(position, dimensions, turn)
    else builder.addRotation(position, dimensions, turn)
  }
  return builder.build()
}

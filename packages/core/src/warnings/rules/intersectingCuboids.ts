import { type Boxes, makeBoxesBuilder } from "../geometry/Boxes.ts"
import { findIntersections } from "../geometry/intersections.ts"
import { type Annotation, type Cuboid, listTracks, type Scene } from "../read/Scene.ts"
import type { IntersectingRule } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"

/** A valid cuboid. */
export type Solid = Annotation & { readonly cuboid: Cuboid }

/** The maximum number of reported pairs of one scene, because many cuboids may overlap. */
const mostPairs = 100_000

/**
 * `intersecting-cuboids`: finds pairs of cuboids of one scene whose interiors overlap. `excluded_categories` never
 * cause a warning; categories of `excluded_set_of_categories` may intersect each other, but not themselves.
 */
export const checkIntersectingCuboids = (
  scene: Scene,
  solids: ReadonlyArray<Solid>,
  rules: ReadonlyArray<IntersectingRule>,
  report: Report,
): void => {
  if (rules.length === 0 || solids.length < 2) return
  const matters = cacheAnswers((category: number) => {
    report.spend(rules.length)
    return rules.some(({ excluded }) => !excluded.has(category))
  })
  const checked = solids.filter(({ categoryId }) => matters(categoryId))
  const forbidding = cacheAnswers((a: number) =>
    cacheAnswers((b: number) =>
      report.spend(rules.length) ? rules.filter((rule) => isForbidden(rule, a, b)) : [],
    ),
  )
  const findRules = (a: Solid, b: Solid) => forbidding(a.categoryId)(b.categoryId)
  const isAdmitted = (a: number, b: number) => {
    const [one, other] = [checked[a], checked[b]]
    return one !== undefined && other !== undefined && findRules(one, other).length > 0
  }
  const bound = { pairs: mostPairs, looks: report.left() }
  const { looks, pairs, truncated } = findIntersections(makeBoxes(checked), bound, isAdmitted)
  report.spend(looks)
  if (truncated) report.cut()
  for (let at = 0; at < pairs.length; at += 2) {
    const a = checked[pairs[at] ?? 0]
    const b = checked[pairs[at + 1] ?? 0]
    if (a === undefined || b === undefined) continue
    const [one, other] = a.id <= b.id ? [a, b] : [b, a]
    const broken = findRules(a, b)
    if (!report.spend(broken.length * work.finding)) return
    for (const rule of broken) {
      report.add(
        scene,
        {
          rule: "intersecting-cuboids",
          ruleIndex: rule.index,
          message: `Cuboids ${one.id} and ${other.id} intersect.`,
          annotationIds: [one.id, other.id],
          trackIds: listTracks(one, other),
        },
        [one.source, other.source],
      )
    }
  }
}

/** Whether the rule forbids an intersection of the two categories. */
const isForbidden = ({ excluded, excludedSet }: IntersectingRule, a: number, b: number): boolean => {
  if (excluded.has(a) || excluded.has(b)) return false
  return a === b || !excludedSet.has(a) || !excludedSet.has(b)
}

/** The function with cached results. */
const cacheAnswers = <Answer>(request: (value: number) => Answer): ((value: number) => Answer) => {
  const answers = new Map<number, Answer>()
  return (value) => {
    const cached = answers.get(value)
    if (cached !== undefined) return cached
    const answer = request(value)
    answers.set(value, answer)
    return answer
  }
}

const makeBoxes = (solids: ReadonlyArray<Solid>): Boxes => {
  const builder = makeBoxesBuilder(solids.length)
  for (const { cuboid } of solids) {
    const { dimensions, position, turn } = cuboid
    if (typeof turn === "number") builder.addYaw(position, dimensions, turn)
    else builder.addRotation(position, dimensions, turn)
  }
  return builder.build()
}

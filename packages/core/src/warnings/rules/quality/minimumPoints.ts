/** `minimum-points`: finds annotations with fewer points inside than the rule demands at their distance. */
import { type Annotation, listTracks, type Scene } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import { type Report, work } from "../Report.ts"
import { getOwnValue } from "../subjects.ts"
import { toNumber } from "../values.ts"

/** The number is an attribute. Annotations without it are left out. */
export const checkMinimumPoints = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"minimum-points">,
  report: Report,
): void => {
  const cost = work.limit + (rule.bands?.length ?? 0)
  for (const scene of scenes) {
    if (!report.spend(1 + cost * scene.annotations.length)) return
    for (const annotation of scene.annotations) {
      if (!applies(annotation.categoryId)) continue
      const measured = toNumber(getOwnValue(annotation.attributes, rule.attribute))
      const limit = findLimit(annotation, rule)
      if (limit === undefined || !(measured < limit)) continue
      report.add(
        scene,
        {
          rule: rule.name,
          ruleIndex: index,
          message: `Object ${annotation.id} has ${measured} points, fewer than the minimum of ${limit}.`,
          annotationIds: [annotation.id],
          trackIds: listTracks(annotation),
          attribute: rule.attribute,
          measured,
          limit,
        },
        [annotation.source],
      )
    }
  }
}

/** Of the first band that reaches the cuboid, else the minimum beyond all bands. */
const findLimit = (
  { cuboid }: Annotation,
  { bands, min }: CompiledQualityRule<"minimum-points">["rule"],
): number | undefined => {
  if (cuboid === null) return min ?? undefined
  const { x, y, z } = cuboid.position
  const distance = Math.hypot(x, y, z)
  return bands?.find(({ max_distance }) => distance <= max_distance)?.min ?? min ?? undefined
}

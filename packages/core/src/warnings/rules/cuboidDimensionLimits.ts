import { listTracks, type Scene } from "../read/Scene.ts"
import type { LimitsRule } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"

/** `cuboid-dimension-limits`: finds cuboid edges below the minimum or above the maximum of the rule. */
export const checkCuboidDimensionLimits = (
  scene: Scene,
  rules: ReadonlyArray<LimitsRule>,
  report: Report,
): void => {
  for (const rule of rules) {
    if (!report.spend(1 + work.limit * scene.annotations.length)) return
    for (const annotation of scene.annotations) {
      const { categoryId, cuboid, id } = annotation
      if (cuboid === null || (rule.categories.size > 0 && !rule.categories.has(categoryId))) continue
      for (const axis of axes) {
        const measured = cuboid.dimensions[axis]
        const min = rule.min[axis] ?? Number.NEGATIVE_INFINITY
        const max = rule.max[axis] ?? Number.POSITIVE_INFINITY
        if (!(measured < min || measured > max)) continue
        const [limit, words] = measured < min ? [min, "below the minimum of"] : [max, "above the maximum of"]
        report.add(
          scene,
          {
            rule: "cuboid-dimension-limits",
            ruleIndex: rule.index,
            message: `Dimension ${axis} of cuboid ${id} is ${measured}, ${words} ${limit}.`,
            annotationIds: [id],
            trackIds: listTracks(annotation),
            attribute: axis,
            measured,
            limit,
          },
          [annotation.source],
        )
      }
    }
  }
}

const axes = ["x", "y", "z"] as const

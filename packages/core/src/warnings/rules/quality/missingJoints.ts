/** `missing-joints`: finds skeletons that lack joints which their category or the rule names. */
import { listTracks, type Scene } from "../../read/Scene.ts"
import type { CompiledConfiguration, CompiledQualityRule } from "../Compiled.ts"
import { type Report, work } from "../Report.ts"
import { findExactShape } from "./drawing.ts"

/** One warning for each skeleton. A joint of visibility 0 is not labeled. */
export const findMissingJoints = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"missing-joints">,
  categories: CompiledConfiguration["categories"],
  report: Report,
): void => {
  for (const scene of scenes)
    for (const annotation of scene.annotations) {
      if (!applies(annotation.categoryId)) continue
      if (!report.spend(work.limit)) return
      const shape = findExactShape(annotation)
      if (shape?.type !== "skeleton") continue
      const requiredJoints = findWantedJoints(rule.joints, categories.get(annotation.categoryId)?.joints)
      if (!report.spend(requiredJoints.length + shape.joints.length)) return
      const labeled = new Set(shape.joints.flatMap(({ name, visibility }) => (visibility > 0 ? [name] : [])))
      const missing = requiredJoints.filter((name) => !labeled.has(name))
      if (missing.length === 0) continue
      report.add(
        scene,
        {
          rule: rule.name,
          ruleIndex: index,
          message: `Skeleton ${annotation.id} is missing ${missing.length} of ${requiredJoints.length} joints: ${listNames(missing)}.`,
          annotationIds: [annotation.id],
          trackIds: listTracks(annotation),
          measured: requiredJoints.length - missing.length,
          limit: requiredJoints.length,
        },
        [annotation.source],
      )
    }
}

const shownNames = 5

const listNames = (names: ReadonlyArray<string>): string => {
  const rest = names.length - shownNames
  const shown = names.slice(0, shownNames).join(", ")
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

const findWantedJoints = (
  listed: ReadonlyArray<string> | null | undefined,
  configured: ReadonlyArray<string> | null | undefined,
): ReadonlyArray<string> => (listed?.length ? listed : (configured ?? []))

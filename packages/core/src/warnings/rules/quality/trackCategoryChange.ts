/** `track-category-change`: finds tracks whose category changes. */
import type { Scene } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import type { Report } from "../Report.ts"
import { collectTracks, listIds, visitSteps } from "./tracks.ts"

/** One warning for each change, at the first frame with the new category. */
export const trackCategoryChange = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"track-category-change">,
  report: Report,
): void => {
  visitSteps(collectTracks(scenes, applies, report), (before, { annotation, scene }) => {
    const [from, to] = [before.annotation.categoryId, annotation.categoryId]
    if (from === to) return
    report.add(
      scene,
      {
        rule: rule.name,
        ruleIndex: index,
        message: `Track ${annotation.trackId} changes its category from ${from} to ${to}.`,
        annotationIds: listIds(before.annotation, annotation),
        trackIds: annotation.trackId === null ? [] : [annotation.trackId],
        measured: to,
      },
      [before.annotation.source, annotation.source],
    )
  })
}

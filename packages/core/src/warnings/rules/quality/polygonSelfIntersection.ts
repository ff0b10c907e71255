/** `polygon-self-intersection`: finds polygons of images whose outline crosses or touches itself. */
import { crossingEdges } from "../../geometry/crossingEdges.ts"
import { type Scene, tracksOf } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import { type Report, work } from "../Report.ts"
import { imageDrawingOf } from "./drawing.ts"

/** One warning for each polygon. */
export const polygonSelfIntersection = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"polygon-self-intersection">,
  report: Report,
): void => {
  for (const scene of scenes) {
    if (!report.spend(1 + work.limit * scene.annotations.length)) return
    for (const annotation of scene.annotations) {
      if (!applies(annotation.categoryId)) continue
      const drawing = imageDrawingOf(annotation)
      if (drawing?.type !== "polygon") continue
      const found = crossingEdges(drawing.points, report.left() / work.edges)
      if (!report.spend(work.edges * found.looks) || found.truncated) {
        report.cut()
        return
      }
      if (found.edges === undefined) continue
      const [a, b] = found.edges
      report.add(
        scene,
        {
          rule: rule.name,
          ruleIndex: index,
          message: `Polygon ${annotation.id} crosses or touches itself at its edges ${a} and ${b}.`,
          annotationIds: [annotation.id],
          trackIds: tracksOf(annotation),
        },
        [annotation.source],
      )
    }
  }
}

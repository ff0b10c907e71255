/** `polygon-self-intersection`: finds polygons of images whose outline crosses or touches itself. */
import { crossingEdges } from "../../geometry/crossingEdges.ts"
import { type Annotation, type Scene, tracksOf } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import { type Report, work } from "../Report.ts"
import { type Drawing, findExactShape, imageDrawingOf } from "./drawing.ts"

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
      for (const { name, ring } of ringsOf(annotation, drawing)) {
        const found = crossingEdges(ring, report.left() / work.edges)
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
            message: `${name} crosses or touches itself at its edges ${a} and ${b}.`,
            annotationIds: [annotation.id],
            trackIds: tracksOf(annotation),
          },
          [annotation.source],
        )
        break
      }
    }
  }
}

/**
 * The rings of a polygon. Those of an object of several polygons are apart: the one ring that stands for them touches itself where they are
 * joined. Borders of pixels touch at corners, which is no fault, and a rotated box and an ellipse cannot cross themselves.
 */
const ringsOf = (
  annotation: Annotation,
  { points }: Drawing,
): ReadonlyArray<{ readonly name: string; readonly ring: Drawing["points"] }> => {
  const shape = findExactShape(annotation)
  if (shape === null) return [{ name: `Polygon ${annotation.id}`, ring: points }]
  if (shape.type !== "multipolygon" || shape.pixels === true) return []
  return shape.polygons.flatMap((rings, part) =>
    rings.map((ring, at) => ({ name: `Ring ${at} of part ${part} of polygon ${annotation.id}`, ring })),
  )
}

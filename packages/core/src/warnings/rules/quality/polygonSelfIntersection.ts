/** `polygon-self-intersection`: finds polygons of images whose outline crosses or touches itself. */
import { findCrossingEdges } from "../../geometry/crossingEdges.ts"
import { type Annotation, listTracks, type Scene } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import { type Report, work } from "../Report.ts"
import { type Drawing, findExactShape, getImageDrawing } from "./drawing.ts"

/** One warning for each polygon. */
export const checkPolygonSelfIntersection = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"polygon-self-intersection">,
  report: Report,
): void => {
  for (const scene of scenes) {
    if (!report.spend(1 + work.limit * scene.annotations.length)) return
    for (const annotation of scene.annotations) {
      if (!applies(annotation.categoryId)) continue
      const drawing = getImageDrawing(annotation)
      if (drawing?.type !== "polygon") continue
      for (const { name, ring } of listRings(annotation, drawing)) {
        const crossing = findCrossingEdges(ring, report.left() / work.edges)
        if (!report.spend(work.edges * crossing.looks) || crossing.truncated) {
          report.cut()
          return
        }
        if (crossing.edges === undefined) continue
        const [a, b] = crossing.edges
        report.add(
          scene,
          {
            rule: rule.name,
            ruleIndex: index,
            message: `${name} crosses or touches itself at its edges ${a} and ${b}.`,
            annotationIds: [annotation.id],
            trackIds: listTracks(annotation),
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
const listRings = (
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

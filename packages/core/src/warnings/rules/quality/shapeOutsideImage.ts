/** `shape-outside-image`: finds shapes that extend beyond the border of their image. */
import { type Scene, tracksOf } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import { type Report, work } from "../Report.ts"
import { ownValue } from "../subjects.ts"
import { numberOf } from "../values.ts"
import { boxOfDrawing, findExactShape, imageDrawingOf } from "./drawing.ts"

type Rule = CompiledQualityRule<"shape-outside-image">["rule"]

/** One warning for each shape, with the farthest distance. Frames whose attributes have no size are left out. */
export const shapeOutsideImage = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"shape-outside-image">,
  report: Report,
): void => {
  const limit = rule.tolerance ?? 0
  for (const scene of scenes) {
    if (!report.spend(1 + work.limit * scene.annotations.length)) return
    const width = sizeOf(scene, rule.width, rule.width_attribute)
    const height = sizeOf(scene, rule.height, rule.height_attribute)
    if (Number.isNaN(width) || Number.isNaN(height)) continue
    for (const annotation of scene.annotations) {
      const drawing = applies(annotation.categoryId) ? imageDrawingOf(annotation) : null
      if (drawing === null) continue
      const { bottom, left, right, top } = boxOfDrawing(drawing, findExactShape(annotation))
      const measured = Math.max(0 - left, 0 - top, right - width, bottom - height)
      if (!(measured > limit)) continue
      report.add(
        scene,
        {
          rule: rule.name,
          ruleIndex: index,
          message: `Annotation ${annotation.id} extends ${measured} pixels beyond the image of ${width} × ${height}.`,
          annotationIds: [annotation.id],
          trackIds: tracksOf(annotation),
          measured,
          limit,
        },
        [annotation.source],
      )
    }
  }
}

/** NaN when the attribute is missing. */
const sizeOf = (
  { imageAttributes }: Scene,
  fixed: Rule["width"],
  attribute: Rule["width_attribute"],
): number => fixed ?? numberOf(attribute == null ? undefined : ownValue(imageAttributes, attribute))

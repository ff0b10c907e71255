/** `shape-outside-image`: finds shapes that extend beyond the border of their image. */
import { listTracks, type Scene } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import { type Report, work } from "../Report.ts"
import { getOwnValue } from "../subjects.ts"
import { toNumber } from "../values.ts"
import { computeDrawingBox, findExactShape, getImageDrawing } from "./drawing.ts"

type Rule = CompiledQualityRule<"shape-outside-image">["rule"]

/** One warning for each shape, with the farthest distance. Frames whose attributes have no size are left out. */
export const checkShapeOutsideImage = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"shape-outside-image">,
  report: Report,
): void => {
  const limit = rule.tolerance ?? 0
  for (const scene of scenes) {
    if (!report.spend(1 + work.limit * scene.annotations.length)) return
    const width = findImageSize(scene, rule.width, rule.width_attribute)
    const height = findImageSize(scene, rule.height, rule.height_attribute)
    if (Number.isNaN(width) || Number.isNaN(height)) continue
    for (const annotation of scene.annotations) {
      const drawing = applies(annotation.categoryId) ? getImageDrawing(annotation) : null
      if (drawing === null) continue
      const { bottom, left, right, top } = computeDrawingBox(drawing, findExactShape(annotation))
      const measured = Math.max(0 - left, 0 - top, right - width, bottom - height)
      if (!(measured > limit)) continue
      report.add(
        scene,
        {
          rule: rule.name,
          ruleIndex: index,
          message: `Object ${annotation.id} extends ${measured} pixels beyond the image (${width} × ${height}).`,
          annotationIds: [annotation.id],
          trackIds: listTracks(annotation),
          measured,
          limit,
        },
        [annotation.source],
      )
    }
  }
}

/** NaN when the attribute is missing. */
const findImageSize = (
  { imageAttributes }: Scene,
  fixed: Rule["width"],
  attribute: Rule["width_attribute"],
): number => fixed ?? toNumber(attribute == null ? undefined : getOwnValue(imageAttributes, attribute))

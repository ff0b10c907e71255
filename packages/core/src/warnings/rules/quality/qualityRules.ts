/** Evaluates the rules under `quality_rules` of the configuration. */
import type { Scene } from "../../read/Scene.ts"
import type { CompiledConfiguration, CompiledQualityRule } from "../Compiled.ts"
import type { Report } from "../Report.ts"
import { checkDuplicateId } from "./duplicateId.ts"
import { checkMinimumPoints } from "./minimumPoints.ts"
import { findMissingJoints } from "./missingJoints.ts"
import { checkOverlappingBoxes } from "./overlappingBoxes.ts"
import { checkPolygonSelfIntersection } from "./polygonSelfIntersection.ts"
import { checkShapeOutsideImage } from "./shapeOutsideImage.ts"
import { trackCategoryChange } from "./trackCategoryChange.ts"
import { trackDimensionChange } from "./trackDimensionChange.ts"
import { trackDisplacement } from "./trackDisplacement.ts"
import { trackRotationJump } from "./trackRotationJump.ts"

export const checkQualityRules = (
  scenes: ReadonlyArray<Scene>,
  { categories, quality }: CompiledConfiguration,
  report: Report,
): void => {
  for (const rule of quality) evaluate(scenes, rule, categories, report)
}

const evaluate = (
  scenes: ReadonlyArray<Scene>,
  { rule, ...place }: CompiledQualityRule,
  categories: CompiledConfiguration["categories"],
  report: Report,
): void => {
  switch (rule.name) {
    case "track-dimension-change":
      trackDimensionChange(scenes, { ...place, rule }, report)
      break
    case "track-rotation-jump":
      trackRotationJump(scenes, { ...place, rule }, report)
      break
    case "track-displacement":
      trackDisplacement(scenes, { ...place, rule }, report)
      break
    case "track-category-change":
      trackCategoryChange(scenes, { ...place, rule }, report)
      break
    case "duplicate-id":
      checkDuplicateId(scenes, { ...place, rule }, report)
      break
    case "minimum-points":
      checkMinimumPoints(scenes, { ...place, rule }, report)
      break
    case "polygon-self-intersection":
      checkPolygonSelfIntersection(scenes, { ...place, rule }, report)
      break
    case "shape-outside-image":
      checkShapeOutsideImage(scenes, { ...place, rule }, report)
      break
    case "overlapping-boxes":
      checkOverlappingBoxes(scenes, { ...place, rule }, report)
      break
    case "missing-joints":
      findMissingJoints(scenes, { ...place, rule }, categories, report)
      break
    default:
      // The compiler names a rule that has no case.
      rule satisfies never
  }
}

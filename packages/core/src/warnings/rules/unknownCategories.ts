/** Finds annotations whose category is not in the configuration. */
import { type Scene, tracksOf } from "../read/Scene.ts"
import type { CompiledConfiguration } from "./Compiled.ts"
import type { Report } from "./Report.ts"

export const unknownCategories = (
  scene: Scene,
  { categories }: CompiledConfiguration,
  report: Report,
): void => {
  for (const annotation of scene.annotations) {
    if (categories.has(annotation.categoryId)) continue
    report.add(
      scene,
      {
        rule: "unknown-category",
        message: `Annotation ${annotation.id} has the category ${annotation.categoryId}, which is not configured.`,
        annotationIds: [annotation.id],
        trackIds: tracksOf(annotation),
        measured: annotation.categoryId,
      },
      [annotation.source],
    )
  }
}

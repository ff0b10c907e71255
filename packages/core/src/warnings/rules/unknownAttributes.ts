import { listTracks, type Scene } from "../read/Scene.ts"
import type { CompiledConfiguration } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"

/** Attributes with a meaning of Annotary, which no configuration needs to have. */
const builtIn: ReadonlySet<string> = new Set(["interior_points", "is_mask"])

/** The attributes that a rule reads, whatever the categories have. */
const listAttributes = (rule: object): ReadonlyArray<string> =>
  Object.entries(rule).flatMap(([key, value]) =>
    /(^|_)attribute$/.test(key) && typeof value === "string" ? [value] : [],
  )

/**
 * Finds attributes that the category of an annotation does not have: the first annotation with each of a category, because an import may
 * bring them in every frame, and as many warnings would leave no space for those of other rules. Unknown categories are reported alone.
 */
export const checkUnknownAttributes = (
  scenes: ReadonlyArray<Scene>,
  { categories, quality }: CompiledConfiguration,
  report: Report,
): void => {
  const read = new Set(quality.flatMap(({ rule }) => listAttributes(rule)))
  const reported = new Map<number, Set<string>>()
  for (const scene of scenes)
    for (const annotation of scene.annotations) {
      const category = categories.get(annotation.categoryId)
      if (category === undefined) continue
      const names = Object.keys(annotation.attributes)
      if (names.length === 0) continue
      if (!report.spend(work.attribute * (names.length + category.attributes.length))) return
      const reportedNames = reported.get(annotation.categoryId) ?? new Set()
      reported.set(annotation.categoryId, reportedNames)
      for (const name of names) {
        if (
          builtIn.has(name) ||
          read.has(name) ||
          reportedNames.has(name) ||
          category.attributes.some((attribute) => attribute.name === name)
        )
          continue
        reportedNames.add(name)
        report.add(
          scene,
          {
            rule: "unknown-attribute",
            message: `Object ${annotation.id} has the attribute “${name}”, which is not configured for its category.`,
            annotationIds: [annotation.id],
            trackIds: listTracks(annotation),
            attribute: name,
          },
          [annotation.source],
        )
      }
    }
}

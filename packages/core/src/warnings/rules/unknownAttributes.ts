import { type Scene, tracksOf } from "../read/Scene.ts"
import type { CompiledConfiguration } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"

/** Attributes with a meaning of Annotary, which no configuration needs to have. */
const builtIn: ReadonlySet<string> = new Set(["interior_points", "is_mask"])

/** The attributes that a rule reads, whatever the categories have. */
const attributesIn = (rule: object): ReadonlyArray<string> =>
  Object.entries(rule).flatMap(([key, value]) =>
    /(^|_)attribute$/.test(key) && typeof value === "string" ? [value] : [],
  )

/** Finds attributes that the category of an annotation does not have. Those of unknown categories are reported with the category. */
export const unknownAttributes = (
  scene: Scene,
  { categories, quality }: CompiledConfiguration,
  report: Report,
): void => {
  const read = new Set(quality.flatMap(({ rule }) => attributesIn(rule)))
  for (const annotation of scene.annotations) {
    const category = categories.get(annotation.categoryId)
    if (category === undefined) continue
    const names = Object.keys(annotation.attributes)
    if (names.length === 0) continue
    if (!report.spend(work.attribute * (names.length + category.attributes.length))) return
    for (const name of names) {
      if (
        builtIn.has(name) ||
        read.has(name) ||
        category.attributes.some((attribute) => attribute.name === name)
      )
        continue
      report.add(
        scene,
        {
          rule: "unknown-attribute",
          message: `Annotation ${annotation.id} has an attribute that is not configured for its category.`,
          annotationIds: [annotation.id],
          trackIds: tracksOf(annotation),
          attribute: name,
        },
        [annotation.source],
      )
    }
  }
}

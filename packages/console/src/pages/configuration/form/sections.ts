/** The parts of the form, of which one is shown. */
import type { Path } from "../model/textTree.ts"

export interface Section {
  readonly kind: "category" | "image" | "rules" | "general"
  /** Which category. */
  readonly index?: number
}

/** The part in which the value of a path stands. */
export const findSection = ([key, step]: Path): Section => {
  if (key === "categories") return { kind: "category", index: Number(step ?? 0) }
  if (key === "image_attributes") return { kind: "image" }
  return { kind: key === "warning_rules" || key === "quality_rules" ? "rules" : "general" }
}

/** The parts of a configuration that the rules need, in a form that is fast to query. */
import type { QualityRule, QualityRuleName } from "../../domain/QualityRule.ts"

export interface CompiledAttribute {
  readonly name: string
  readonly inputType: string
  readonly mandatory: boolean
  readonly trackLevel: boolean
  readonly synced: boolean
  readonly sensors: "2D" | "3D" | "all"
  /** The values of a select or multiselect. */
  readonly values: ReadonlySet<string>
  /** The minimum of a number; null is unset. */
  readonly min: number | null
  readonly max: number | null
  readonly step: number | null
}

export interface CompiledCategory {
  readonly id: number
  readonly attributes: ReadonlyArray<CompiledAttribute>
  /** The attributes of links that start at an object of the category. */
  readonly linkAttributes: ReadonlyArray<CompiledAttribute>
  /** The names of the joints of its skeleton; null without one. */
  readonly joints: ReadonlyArray<string> | null
}

/** One `intersecting-cuboids` rule. At most one of its two sets has members. */
export interface IntersectingRule {
  /** Its position among the configuration's warning rules. */
  readonly index: number
  /** Categories that never cause a warning. */
  readonly excluded: ReadonlySet<number>
  /** Categories that may intersect each other, but not themselves. */
  readonly excludedSet: ReadonlySet<number>
}

type AxisLimits = { readonly [Axis in "x" | "y" | "z"]?: number | null | undefined }

/** One `cuboid-dimension-limits` rule. Only the given axes are checked. */
export interface LimitsRule {
  readonly index: number
  /** Empty: all categories. */
  readonly categories: ReadonlySet<number>
  readonly min: AxisLimits
  readonly max: AxisLimits
}

/** One rule of `quality_rules`. */
export interface CompiledQualityRule<Name extends QualityRuleName = QualityRuleName> {
  /** Its position among the quality rules. */
  readonly index: number
  readonly rule: Extract<QualityRule, { readonly name: Name }>
  /** Whether it is about annotations of the category. */
  readonly applies: (categoryId: number) => boolean
}

/** By the ids of categories. */
type AttributesOfCategories = ReadonlyMap<number, ReadonlyArray<CompiledAttribute>>

/** Compiled once for many labels: what the rules look for is selected here, and not for each label. */
export interface CompiledConfiguration {
  readonly categories: ReadonlyMap<number, CompiledCategory>
  /** The attributes that are constant along a track, of the categories that have any. */
  readonly trackAttributes: AttributesOfCategories
  /** The attributes that are synchronised across sensors, of the categories that have any. */
  readonly syncedAttributes: AttributesOfCategories
  /** The names of joints, of the categories with a skeleton. */
  readonly joints: ReadonlyMap<number, ReadonlySet<string>>
  readonly imageAttributes: ReadonlyArray<CompiledAttribute>
  readonly intersecting: ReadonlyArray<IntersectingRule>
  readonly limits: ReadonlyArray<LimitsRule>
  readonly quality: ReadonlyArray<CompiledQualityRule>
}

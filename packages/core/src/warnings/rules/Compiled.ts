/** What the rules need to know of a configuration, in the form in which they ask. */

export interface CompiledAttribute {
  readonly name: string
  readonly inputType: string
  readonly mandatory: boolean
  readonly trackLevel: boolean
  readonly synced: boolean
  readonly sensors: "2D" | "3D" | "all"
  /** Of a select or multiselect. */
  readonly values: ReadonlySet<string>
  /** Of a number; null is unset. */
  readonly min: number | null
  readonly max: number | null
  readonly step: number | null
}

export interface CompiledCategory {
  readonly id: number
  readonly attributes: ReadonlyArray<CompiledAttribute>
  /** Of links that go out from an object of the category. */
  readonly linkAttributes: ReadonlyArray<CompiledAttribute>
}

/** One `intersecting-cuboids` rule; at most one of the two has members. */
export interface IntersectingRule {
  /** Its place among the configuration's warning rules. */
  readonly index: number
  /** Never warn, whatever they intersect. */
  readonly excluded: ReadonlySet<number>
  /** May intersect each other, but not their own kind. */
  readonly excludedSet: ReadonlySet<number>
}

type AxisLimits = { readonly [Axis in "x" | "y" | "z"]?: number | null | undefined }

/** One `cuboid-dimension-limits` rule; only the axes that are set are checked. */
export interface LimitsRule {
  readonly index: number
  /** Empty: all. */
  readonly categories: ReadonlySet<number>
  readonly min: AxisLimits
  readonly max: AxisLimits
}

export interface CompiledConfiguration {
  readonly categories: ReadonlyMap<number, CompiledCategory>
  readonly imageAttributes: ReadonlyArray<CompiledAttribute>
  readonly intersecting: ReadonlyArray<IntersectingRule>
  readonly limits: ReadonlyArray<LimitsRule>
}

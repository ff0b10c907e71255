import type { Attribute, Configuration } from "../domain/Configuration.ts"
import { parseNumeric } from "../domain/numericText.ts"
import type { QualityRule } from "../domain/QualityRule.ts"
import type {
  CompiledAttribute,
  CompiledCategory,
  CompiledConfiguration,
  CompiledQualityRule,
} from "./rules/Compiled.ts"

/** Compiles a label-editor configuration for checking many labels: maps by category id, parsed numbers, and sets. */
export const compile = (configuration: Configuration): CompiledConfiguration => {
  const rules = (configuration.warning_rules ?? []).map((rule, index) => ({ rule, index }))
  const categories = configuration.categories.map(compileCategory)
  return {
    categories: new Map(categories.map((category) => [category.id, category])),
    trackAttributes: selectAttributes(categories, ({ trackLevel }) => trackLevel),
    syncedAttributes: selectAttributes(categories, ({ synced }) => synced),
    joints: new Map(
      categories.flatMap(({ id, joints }) => (joints === null ? [] : [[id, new Set(joints)] as const])),
    ),
    imageAttributes: (configuration.image_attributes ?? []).map(compileAttribute),
    intersecting: rules.flatMap(({ index, rule }) =>
      rule.name === "intersecting-cuboids"
        ? [
            {
              index,
              excluded: new Set(rule.excluded_categories ?? []),
              excludedSet: new Set(rule.excluded_set_of_categories ?? []),
            },
          ]
        : [],
    ),
    limits: rules.flatMap(({ index, rule }) =>
      rule.name === "cuboid-dimension-limits"
        ? [{ index, categories: new Set(rule.categories ?? []), min: rule.min ?? {}, max: rule.max ?? {} }]
        : [],
    ),
    quality: (configuration.quality_rules ?? []).map(compileQualityRule),
  }
}

/** By the id of their category; categories without any are left out. */
const selectAttributes = (
  categories: ReadonlyArray<CompiledCategory>,
  isSelected: (attribute: CompiledAttribute) => boolean,
): CompiledConfiguration["trackAttributes"] =>
  new Map(
    categories.flatMap(({ attributes, id }) => {
      const selected = attributes.filter(isSelected)
      return selected.length === 0 ? [] : [[id, selected] as const]
    }),
  )

const compileQualityRule = (rule: QualityRule, index: number): CompiledQualityRule => {
  const only = new Set("categories" in rule ? rule.categories : [])
  const excluded = new Set("excluded_categories" in rule ? rule.excluded_categories : [])
  return {
    index,
    rule,
    applies: (categoryId) => (only.size === 0 || only.has(categoryId)) && !excluded.has(categoryId),
  }
}

const compileCategory = ({
  attributes,
  id,
  link_attributes,
  skeleton,
}: Configuration["categories"][number]): CompiledCategory => ({
  id,
  attributes: (attributes ?? []).map(compileAttribute),
  linkAttributes: (link_attributes ?? []).map(compileAttribute),
  joints: skeleton?.joints.map(({ name }) => name) ?? null,
})

const compileAttribute = (attribute: typeof Attribute.Type): CompiledAttribute => ({
  name: attribute.name,
  inputType: attribute.input_type,
  mandatory: attribute.is_mandatory ?? false,
  trackLevel: attribute.is_track_level ?? false,
  synced: attribute.synced_across_sensors ?? false,
  sensors: attribute.sensors ?? attribute.sensor_filter ?? "all",
  values: new Set(attribute.values ?? []),
  min: parseNumeric(attribute.min) ?? null,
  max: parseNumeric(attribute.max) ?? null,
  step: parseNumeric(attribute.step) ?? null,
})

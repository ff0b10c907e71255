/** Responses about the configuration of a dataset. */
import { ActionScope, Advice, AnyObject, At, TextOrNull, Uuid } from "@annotary/core/effect"
import { Schema } from "effect"

export const ConfigurationRecord = Schema.Struct({
  configuration: AnyObject,
  config_version: Schema.Int,
  advice: Schema.Array(Advice),
}).annotations({ identifier: "ConfigurationRecord", description: "A dataset's label-editor configuration" })

const historyRow = {
  config_version: Schema.Int,
  created_at: At,
  created_by: TextOrNull,
}

/** The history began after some datasets: the first entry of these is the version that they had then. */
const older =
  "For a version that is older than the recorded history, `created_by` is null and `created_at` is the time of the last change of the dataset."

export const ConfigurationHistoryRow = Schema.Struct(historyRow).annotations({
  identifier: "ConfigurationHistoryRow",
  description: older,
})

export const ConfigurationVersion = Schema.Struct({ ...historyRow, configuration: AnyObject }).annotations({
  identifier: "ConfigurationVersion",
  description: `A version of a dataset's label-editor configuration. ${older}`,
})

const EffectExample = Schema.Struct({ sample_uuid: Uuid, labelset: Schema.String }).annotations({
  identifier: "ConfigurationEffectExample",
})

export const ConfigurationEffect = Schema.Struct({
  action: Schema.NullOr(Schema.Int).annotations({
    description: "The index of the action; null for labels that no action concerns",
  }),
  kind: Schema.String.annotations({
    description:
      "The `op` of the action; or what does not match the new configuration: `unknown_category`, `unknown_attribute`, `unknown_value` or `missing_value`",
  }),
  scope: ActionScope,
  category_id: Schema.NullOr(Schema.Int),
  attribute: Schema.NullOr(Schema.String),
  value: Schema.Unknown.annotations({ jsonSchema: {}, description: "The affected value, or null" }),
  labels: Schema.Int,
  annotations: Schema.Int.annotations({ description: "The number of affected objects, images or links" }),
  examples: Schema.Array(EffectExample),
}).annotations({ identifier: "ConfigurationEffect" })

export const ConfigurationPreview = Schema.Struct({
  labels: Schema.Int.annotations({ description: "The number of labels of the dataset" }),
  affected: Schema.Int.annotations({ description: "The number of labels that would get a new version" }),
  effects: Schema.Array(ConfigurationEffect),
}).annotations({
  identifier: "ConfigurationPreview",
  description: "The effects of a change, counted per label",
})

export const ConfigurationAdvice = Schema.Struct({ advice: Schema.Array(Advice) }).annotations({
  identifier: "ConfigurationAdvice",
  description: "The configuration is valid; advice about it",
})

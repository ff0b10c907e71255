/** Datasets, labelsets and collaborators in answers. */
import {
  ActionScope,
  Advice,
  AnyObject,
  AnyObjectOrNull,
  At,
  DataType,
  LabelStatus,
  Role,
  TaskType,
  TextOrNull,
  Uuid,
  WarningRuleName,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { Account } from "./user.ts"

export const LabelsetRecord = Schema.Struct({
  uuid: Schema.String,
  name: Schema.String,
  description: Schema.String,
  is_groundtruth: Schema.Boolean,
  created_at: At,
}).annotations({ identifier: "Labelset", description: "One layer of labels over a dataset's samples" })

export const CollaboratorRecord = Schema.Struct({ user: Account, role: Role }).annotations({
  identifier: "Collaborator",
})

const Owner = Schema.Struct({ username: Schema.String, email: TextOrNull, created_at: At }).annotations({
  identifier: "Owner",
})

const counts = Object.fromEntries(LabelStatus.literals.map((status) => [status, Schema.Int])) as {
  readonly [Status in LabelStatus]: typeof Schema.Int
}

const LabelStats = Schema.Struct({ ...counts, UNLABELED: Schema.Int, TOTAL: Schema.Int }).annotations({
  identifier: "LabelStats",
  description: "Ground-truth labels by status",
})

/** The switches of the labeling workflow. */
const switches = {
  labeling_inactivity_timeout_seconds: Schema.Int,
  enable_skip_labeling: Schema.Boolean,
  enable_skip_reviewing: Schema.Boolean,
  enable_ratings: Schema.Boolean,
  enable_save_button: Schema.Boolean,
  enable_label_status_verified: Schema.Boolean,
  enable_same_dimensions_track_constraint: Schema.Boolean,
  enable_3d_cuboid_rotation: Schema.Boolean,
  enable_3d_region_of_interest: Schema.Boolean,
  enable_interpolation: Schema.Boolean,
  use_timestamps_for_interpolation: Schema.Boolean,
  enable_object_linking: Schema.Boolean,
  enable_object_link_category_restrictions: Schema.Boolean,
  enable_extrapolation: Schema.Boolean,
  enable_confirm_on_submit: Schema.Boolean,
  reject_on_warnings: Schema.Array(WarningRuleName).annotations({
    description: "Kinds of warnings for which a label is refused with 400 instead of stored",
  }),
}

export const DatasetRecord = Schema.Struct({
  uuid: Schema.String,
  name: Schema.String,
  full_name: Schema.String.annotations({ description: "`owner/name`" }),
  description: Schema.String,
  readme: Schema.String,
  data_type: DataType,
  category: Schema.String,
  task_type: TaskType,
  task_attributes: AnyObject.annotations({ description: "The label-editor configuration, as sent" }),
  config_version: Schema.Int,
  public: Schema.Boolean,
  archived: Schema.Boolean,
  owner: Owner,
  created_at: At,
  updated_at: At,
  ...switches,
  metadata: AnyObject,
  region_of_interest: AnyObjectOrNull,
  cloned_from: TextOrNull,
  collaborators_count: Schema.Int,
  samples_count: Schema.Int,
  label_stats: LabelStats,
  labelsets: Schema.Array(LabelsetRecord),
  noncollaborator_can_label: Schema.Literal(false),
  noncollaborator_can_review: Schema.Literal(false),
  role: Schema.Literal("public", "labeler", "reviewer", "manager", "admin", "owner").annotations({
    description: "The caller's",
  }),
  permissions: Schema.Array(Schema.String).annotations({ description: "Operations allowed to the caller" }),
  advice: Schema.optional(Schema.Array(Advice)),
}).annotations({ identifier: "Dataset" })

export const ConfigurationRecord = Schema.Struct({
  configuration: AnyObject,
  config_version: Schema.Int,
  advice: Schema.Array(Advice),
}).annotations({ identifier: "ConfigurationRecord", description: "A dataset's label-editor configuration" })

const EffectExample = Schema.Struct({ sample_uuid: Uuid, labelset: Schema.String }).annotations({
  identifier: "ConfigurationEffectExample",
})

export const ConfigurationEffect = Schema.Struct({
  action: Schema.NullOr(Schema.Int).annotations({
    description: "Which of the actions; null for what none of them speaks of",
  }),
  kind: Schema.String.annotations({
    description:
      "The action's op; or unknown_category, unknown_attribute, unknown_value, missing_value: what the labels hold, or lack, that the new configuration does not know, or asks for",
  }),
  scope: ActionScope,
  category_id: Schema.NullOr(Schema.Int),
  attribute: Schema.NullOr(Schema.String),
  value: Schema.Unknown.annotations({ jsonSchema: {}, description: "The value concerned, or null" }),
  labels: Schema.Int,
  annotations: Schema.Int.annotations({ description: "Objects, images or links" }),
  examples: Schema.Array(EffectExample),
}).annotations({ identifier: "ConfigurationEffect" })

export const ConfigurationPreview = Schema.Struct({
  labels: Schema.Int.annotations({ description: "All labels of the dataset" }),
  affected: Schema.Int.annotations({ description: "Those that would get a new version" }),
  effects: Schema.Array(ConfigurationEffect),
}).annotations({
  identifier: "ConfigurationPreview",
  description: "What a change would do, counted label by label",
})

export const ConfigurationAdvice = Schema.Struct({ advice: Schema.Array(Advice) }).annotations({
  identifier: "ConfigurationAdvice",
  description: "The configuration is valid; remarks on it",
})

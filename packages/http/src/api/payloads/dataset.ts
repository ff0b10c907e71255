/** What requests say about datasets, their configuration, labelsets, collaborators and releases. */
import {
  CleanText,
  ConfigurationActions,
  clearable,
  DatasetName,
  type DatasetSettings,
  DataType,
  given,
  LabelsetName,
  Page,
  Paragraph,
  RawObject,
  ReleaseName,
  Role,
  TaskType,
  Username,
  WarningRuleName,
} from "@annotary/core/effect"
import { Schema } from "effect"

const Category = CleanText(100).pipe(
  Schema.minLength(1),
  Schema.annotations({
    description: "Any text; the SDK of the wire contract knows eight of them",
    jsonSchema: { type: "string", minLength: 1, maxLength: 100, pattern: "^[^\\u0000]*$" },
  }),
)

const Seconds = Schema.Int.pipe(Schema.between(0, 2_147_483_647))
const flag = (key: string) => given(Schema.Boolean).pipe(Schema.fromKey(key))

/** The switches of the workflow; those left out keep their value, or take the default. */
const switches = {
  labelingInactivityTimeoutSeconds: given(Seconds).pipe(
    Schema.fromKey("labeling_inactivity_timeout_seconds"),
  ),
  enableSkipLabeling: flag("enable_skip_labeling"),
  enableSkipReviewing: flag("enable_skip_reviewing"),
  enableRatings: flag("enable_ratings"),
  enableSaveButton: flag("enable_save_button"),
  enableLabelStatusVerified: flag("enable_label_status_verified"),
  enableSameDimensionsTrackConstraint: flag("enable_same_dimensions_track_constraint"),
  enable3dCuboidRotation: flag("enable_3d_cuboid_rotation"),
  enable3dRegionOfInterest: flag("enable_3d_region_of_interest"),
  enableInterpolation: flag("enable_interpolation"),
  useTimestampsForInterpolation: flag("use_timestamps_for_interpolation"),
  enableObjectLinking: flag("enable_object_linking"),
  enableObjectLinkCategoryRestrictions: flag("enable_object_link_category_restrictions"),
  enableExtrapolation: flag("enable_extrapolation"),
  enableConfirmOnSubmit: flag("enable_confirm_on_submit"),
  rejectOnWarnings: given(Schema.Array(WarningRuleName).pipe(Schema.maxItems(100))).pipe(
    Schema.fromKey("reject_on_warnings"),
  ),
} satisfies { readonly [Key in keyof DatasetSettings]: unknown }

const rest = {
  description: given(Paragraph),
  readme: given(Page),
  data_type: given(DataType),
  public: given(Schema.Boolean),
  archived: given(Schema.Boolean),
  task_attributes: given(RawObject),
  metadata: given(RawObject),
  region_of_interest: clearable(RawObject),
  ...switches,
}

export const NewDataset = Schema.Struct({
  name: DatasetName,
  category: Category,
  task_type: TaskType,
  ...rest,
}).annotations({ identifier: "NewDataset" })

export const DatasetChange = Schema.Struct({
  name: given(DatasetName),
  category: given(Category),
  task_type: given(TaskType),
  ...rest,
}).annotations({ identifier: "DatasetChange" })

export const CloneRequest = Schema.Struct({
  name: given(DatasetName),
  owner: given(Username),
  task_type: given(TaskType),
  public: given(Schema.Boolean),
  clone_labels: given(Schema.Boolean),
}).annotations({ identifier: "CloneRequest" })

export const TransferRequest = Schema.Struct({ owner: Username }).annotations({
  identifier: "TransferRequest",
})

export const NewCollaborator = Schema.Struct({ user: Username, role: given(Role) }).annotations({
  identifier: "NewCollaborator",
})

export const CollaboratorRole = Schema.Struct({ role: Role }).annotations({ identifier: "CollaboratorRole" })

export const ConfigurationChange = Schema.Struct({
  configuration: RawObject,
  config_version: given(Schema.Int),
}).annotations({
  identifier: "ConfigurationChange",
  description:
    "A label-editor configuration; with `config_version`, only when that is still the dataset's number (else 412). Pointers of errors begin in the configuration.",
})

export const ConfigurationMigration = Schema.Struct({
  configuration: RawObject,
  config_version: Schema.Int,
  actions: given(ConfigurationActions),
}).annotations({
  identifier: "ConfigurationMigration",
  description:
    "A configuration, the number that it was made from (another: 412), and what becomes of the labels, one step after the other.",
})

export const ConfigurationToJudge = Schema.Struct({ configuration: RawObject }).annotations({
  identifier: "ConfigurationToJudge",
})

export const NewLabelset = Schema.Struct({ name: LabelsetName, description: given(Paragraph) }).annotations({
  identifier: "NewLabelset",
})

export const LabelsetChange = Schema.Struct({ description: given(Paragraph) }).annotations({
  identifier: "LabelsetChange",
  description: "What is absent stays",
})

export const ReleaseChange = Schema.Struct({ description: given(Paragraph) }).annotations({
  identifier: "ReleaseChange",
  description: "What is absent stays; the file is not made anew",
})

export const NewRelease = Schema.Struct({ name: ReleaseName, description: given(Paragraph) }).annotations({
  identifier: "NewRelease",
})

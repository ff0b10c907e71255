/** Payloads about datasets, their configuration, labelsets, collaborators and releases. */
import {
  ConfigurationActions,
  DatasetName,
  Description,
  GrantedRole,
  GuideVersion,
  LabelsetName,
  makeOptionalField,
  PauseReason,
  RawObject,
  ReleaseName,
  TaskType,
  Username,
} from "@annotary/core/effect"
import { Schema } from "effect"

export const CloneRequest = Schema.Struct({
  name: makeOptionalField(DatasetName),
  owner: makeOptionalField(Username),
  task_type: makeOptionalField(TaskType),
  public: makeOptionalField(Schema.Boolean),
  clone_labels: makeOptionalField(Schema.Boolean),
}).annotations({ identifier: "CloneRequest" })

export const TransferRequest = Schema.Struct({ owner: Username }).annotations({
  identifier: "TransferRequest",
})

export const NewCollaborator = Schema.Struct({
  user: Username,
  role: makeOptionalField(GrantedRole),
}).annotations({
  identifier: "NewCollaborator",
})

export const CollaboratorRole = Schema.Struct({ role: GrantedRole }).annotations({
  identifier: "CollaboratorRole",
})

export const PauseRequest = Schema.Struct({ reason: PauseReason }).annotations({
  identifier: "PauseRequest",
  description: "The reason, which the person reads",
})

export const GuideReading = Schema.Struct({ version: GuideVersion }).annotations({
  identifier: "GuideReading",
  description: "The version of the labeling guide that was read",
})

export const ConfigurationChange = Schema.Struct({
  configuration: RawObject,
  config_version: makeOptionalField(Schema.Int),
}).annotations({
  identifier: "ConfigurationChange",
  description:
    "A label-editor configuration. With `config_version`, it is stored only if the dataset still has this version; otherwise the response is 412. Pointers in errors are relative to the configuration.",
})

export const ConfigurationMigration = Schema.Struct({
  configuration: RawObject,
  config_version: Schema.Int,
  actions: makeOptionalField(ConfigurationActions),
}).annotations({
  identifier: "ConfigurationMigration",
  description:
    "A configuration, the version that it is based on (412 if the dataset has another version), and the steps that migrate the labels.",
})

export const ConfigurationToCheck = Schema.Struct({ configuration: RawObject }).annotations({
  identifier: "ConfigurationToJudge",
})

export const NewLabelset = Schema.Struct({
  name: LabelsetName,
  description: makeOptionalField(Description),
}).annotations({
  identifier: "NewLabelset",
})

export const LabelsetChange = Schema.Struct({ description: makeOptionalField(Description) }).annotations({
  identifier: "LabelsetChange",
  description: "Absent fields do not change",
})

export const ReleaseChange = Schema.Struct({ description: makeOptionalField(Description) }).annotations({
  identifier: "ReleaseChange",
  description: "Absent fields do not change. The file is not written again",
})

export const NewReleaseStatement = Schema.Struct({
  predicate_type: Schema.String.annotations({
    description: "A URI that says what the predicate means, such as that of an audit",
  }),
  predicate: RawObject.annotations({
    description:
      "What is stated: at most 16 Ki characters of JSON without `signed_at`, signed as it was sent. It must not name a person, because a signed text cannot be changed when an account is deleted",
  }),
}).annotations({ identifier: "NewReleaseStatement" })

export const NewRelease = Schema.Struct({
  name: ReleaseName,
  description: makeOptionalField(Description),
}).annotations({
  identifier: "NewRelease",
})

/** Payloads about datasets, their configuration, labelsets, collaborators and releases. */
import {
  ConfigurationActions,
  DatasetName,
  Description,
  LabelsetName,
  makeOptionalField,
  RawObject,
  ReleaseName,
  Role,
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

export const NewCollaborator = Schema.Struct({ user: Username, role: makeOptionalField(Role) }).annotations({
  identifier: "NewCollaborator",
})

export const CollaboratorRole = Schema.Struct({ role: Role }).annotations({ identifier: "CollaboratorRole" })

export const ConfigurationChange = Schema.Struct({
  configuration: RawObject,
  config_version: makeOptionalField(Schema.Int),
}).annotations({
  identifier: "ConfigurationChange",
  description:
    "A label-editor configuration; with `config_version`, only when that is still the dataset's number (else 412). Pointers of errors begin in the configuration.",
})

export const ConfigurationMigration = Schema.Struct({
  configuration: RawObject,
  config_version: Schema.Int,
  actions: makeOptionalField(ConfigurationActions),
}).annotations({
  identifier: "ConfigurationMigration",
  description:
    "A configuration, the number that it was made from (another: 412), and what becomes of the labels, one step after the other.",
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
  description: "What is absent stays",
})

export const ReleaseChange = Schema.Struct({ description: makeOptionalField(Description) }).annotations({
  identifier: "ReleaseChange",
  description: "What is absent stays; the file is not made anew",
})

export const NewRelease = Schema.Struct({
  name: ReleaseName,
  description: makeOptionalField(Description),
}).annotations({
  identifier: "NewRelease",
})

/** Payloads about models. */
import {
  ModelDisplayName,
  ModelVersionName,
  makeClearableField,
  makeOptionalField,
  Paragraph,
  Username,
} from "@annotary/core/effect"
import { Schema } from "effect"

const displayName = makeClearableField(ModelDisplayName).annotations({
  description: "The name that people read; null for none",
})

export const NewModel = Schema.Struct({ username: Username, display_name: displayName }).annotations({
  identifier: "NewModel",
})

export const ModelChange = Schema.Struct({
  display_name: displayName,
  disabled: makeOptionalField(Schema.Boolean),
}).annotations({ identifier: "ModelChange", description: "Absent fields stay unchanged" })

export const NewModelVersion = Schema.Struct({
  name: ModelVersionName,
  note: makeOptionalField(Paragraph),
}).annotations({ identifier: "NewModelVersion" })

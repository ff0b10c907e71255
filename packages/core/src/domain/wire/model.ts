/** Models as JSON. */
import { Schema } from "effect"
import type { Model, ModelVersion } from "../Model.ts"
import { At, AtOrNull, type FieldsOf, TextOrNull } from "./shared.ts"

/** Without the model, which the answer around it names. */
export const ModelVersionJson = Schema.Struct({
  name: Schema.String,
  note: Schema.String,
  created_at: At,
  created_by: TextOrNull,
}).annotations({ identifier: "ModelVersion" })

/** Models alone: people and organizations are shown as `UserJson`. */
export const ModelJson = Schema.Struct({
  username: Schema.String,
  display_name: TextOrNull,
  owner: TextOrNull.annotations({
    description: "The organization or the person that the model belongs to",
  }),
  created_at: At,
  created_by: TextOrNull,
  disabled_at: AtOrNull,
  versions: Schema.Array(ModelVersionJson).annotations({
    description: "The last 100 versions, newest first",
  }),
}).annotations({
  identifier: "Model",
  description: "An account that labels samples before people do",
})

export const toModelVersionJson = (version: ModelVersion): FieldsOf<typeof ModelVersionJson> => ({
  name: version.name,
  note: version.note,
  created_at: version.createdAt,
  created_by: version.createdBy,
})

export const toModelJson = ({ account, versions }: Model): FieldsOf<typeof ModelJson> => ({
  username: account.username,
  display_name: account.displayName,
  owner: account.modelOf,
  created_at: account.createdAt,
  created_by: account.createdBy,
  disabled_at: account.disabledAt,
  versions: versions.map(toModelVersionJson),
})

/** The JSON of a pause, and its limits. */
import { Schema } from "effect"
import { FilledText } from "../Names.ts"
import type { Pause } from "../Pause.ts"
import { longest } from "./fields.ts"
import { At, type FieldsOf } from "./shared.ts"

/** The reason of a pause, which the person reads: a text of at most 1000 characters. */
export const PauseReason = FilledText(longest.line)

export const PauseJson = Schema.Struct({
  user: Schema.String,
  reason: Schema.String.annotations({ description: "The text that the person reads" }),
  paused_at: At,
  paused_by: Schema.NullOr(Schema.String).annotations({ description: "Null for the server itself" }),
}).annotations({ identifier: "Pause", description: "A person who gets no samples of a dataset" })

export const toPauseJson = ({ at, by, reason, user }: Pause): FieldsOf<typeof PauseJson> => ({
  user,
  reason,
  paused_at: at,
  paused_by: by,
})

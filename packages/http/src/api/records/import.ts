/** What an NDJSON import answers: a line for each line of the body, and a last one with the sums. */
import { Schema } from "effect"
import { TextOrNull } from "./shared.ts"

export const ImportedLine = Schema.Struct({
  line: Schema.Int,
  status: Schema.Literal("created", "existing", "error"),
  uuid: TextOrNull,
  name: TextOrNull,
  errors: Schema.optional(Schema.Array(Schema.Struct({ pointer: Schema.String, message: Schema.String }))),
})

export const ImportSums = Schema.Struct({ created: Schema.Int, existing: Schema.Int, failed: Schema.Int })

export const ImportLine = Schema.Union(ImportedLine, ImportSums).annotations({ identifier: "ImportLine" })

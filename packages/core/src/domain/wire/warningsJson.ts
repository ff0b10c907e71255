import { castToJsonText, Raw } from "../JsonText.ts"
import type { ShownWarning } from "../Warning.ts"
import { toWarningJson } from "./warningJson.ts"

/**
 * The JSON of many warnings. `JSON.stringify` takes a tenth of the time of `writeJson`, and suffices because nothing
 * is inserted as text.
 */
export const toWarningsJson = (warnings: ReadonlyArray<ShownWarning>): Raw =>
  new Raw(castToJsonText(JSON.stringify(warnings.map(toWarningJson))))

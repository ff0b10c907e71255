import { Raw, trustedJson } from "../JsonText.ts"
import type { ShownWarning } from "../Warning.ts"
import { warningJson } from "./warningJson.ts"

/**
 * The JSON of many warnings. `JSON.stringify` takes a tenth of the time of `writeJson`, and suffices because nothing
 * is inserted as text.
 */
export const warningsJson = (warnings: ReadonlyArray<ShownWarning>): Raw =>
  new Raw(trustedJson(JSON.stringify(warnings.map(warningJson))))

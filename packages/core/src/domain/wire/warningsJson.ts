import { computeOnce } from "../computeOnce.ts"
import { castToJsonText, Raw } from "../JsonText.ts"
import type { ShownWarning } from "../Warning.ts"
import { toWarningJson } from "./warningJson.ts"

/** The texts of warnings that are likely to be written again; empty until the first time. */
const stableTexts = new WeakMap<ShownWarning, string>()

/** Keeps the text of a warning once it is written. */
export const setStableText = (warning: ShownWarning): void => void stableTexts.set(warning, "")

export const hasStableText = (warning: ShownWarning): boolean => stableTexts.has(warning)

/**
 * The JSON of many warnings. `JSON.stringify` takes a tenth of the time of `writeJson`, and suffices because nothing
 * is inserted as text.
 */
export const toWarningsJson: (warnings: ReadonlyArray<ShownWarning>) => Raw = computeOnce(
  (warnings) => new Raw(castToJsonText(`[${warnings.map(formatWarning).join(",")}]`)),
  hasStableText,
)

const formatWarning = (warning: ShownWarning): string => {
  const stableText = stableTexts.get(warning)
  if (stableText !== undefined && stableText !== "") return stableText
  const text = JSON.stringify(toWarningJson(warning))
  if (stableText !== undefined) stableTexts.set(warning, text)
  return text
}

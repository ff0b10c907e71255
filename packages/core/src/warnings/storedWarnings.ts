import { computeOnce } from "../domain/computeOnce.ts"
import { castToJsonText, type JsonText } from "../domain/JsonText.ts"
import type { RuleCounts, ShownWarning, StoredWarning, WarningRuleName } from "../domain/Warning.ts"
import { hasStableText } from "../domain/wire/warningsJson.ts"
import { formatStoredWarning, isRecentWarning } from "./read/recentWarnings.ts"

export interface WarningPage {
  readonly offset: number
  readonly limit: number
}

const between = ",\n"

/**
 * The stored form of a check result's warnings: a JSON list with one warning on each line, so that a page of ten
 * thousand is found without parsing the others. JSON strings contain no line breaks.
 */
export const formatStoredWarnings: (warnings: ReadonlyArray<StoredWarning>) => JsonText = computeOnce(
  (warnings) => castToJsonText(`[${warnings.map(formatStoredWarning).join(between)}]`),
  isRecentWarning,
)

/** All warnings. Not validated, because the engine wrote them. */
export const parseStoredWarnings = (text: JsonText): ReadonlyArray<StoredWarning> =>
  JSON.parse(text) as ReadonlyArray<StoredWarning>

/** A page of warnings, and whether more follow. */
export const parseWarningsPage = (
  text: JsonText,
  { limit, offset }: WarningPage,
): { readonly warnings: ReadonlyArray<StoredWarning>; readonly more: boolean } => {
  const start = findLineStart(text, 1, offset)
  if (start === undefined) return { warnings: [], more: false }
  const end = findLineStart(text, start, limit)
  const lines = end === undefined ? text.slice(start) : `${text.slice(start, end - between.length)}]`
  return { warnings: parseStoredWarnings(castToJsonText(`[${lines}`)), more: end !== undefined }
}

/** The start of the line `lines` lines after the one at `from`. */
const findLineStart = (text: string, from: number, lines: number): number | undefined => {
  let at = from
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf(between, at)
    if (next < 0) return undefined
    at = next + between.length
  }
  return at
}

/** The number of dismissed warnings by rule. */
export const countDismissed: (warnings: ReadonlyArray<ShownWarning>) => RuleCounts = computeOnce(
  (warnings) => {
    const counts: { [Rule in WarningRuleName]?: number } = {}
    for (const { dismissed, rule } of warnings) if (dismissed !== null) counts[rule] = (counts[rule] ?? 0) + 1
    return counts
  },
  hasStableText,
)

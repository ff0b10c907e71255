/**
 * The warnings about objects of recently checked labels. The next version of a label has most of its objects in common with the previous
 * one, and a warning about the same objects has the same id, digest and texts. They are forgotten with the objects.
 */
import type { ShownWarning, StoredWarning, Warning, WarningRuleName } from "../../domain/Warning.ts"
import { setStableText } from "../../domain/wire/warningsJson.ts"

/** A warning in its stored form, the parts of the label that it is about, and the identity from which its id was made. */
export interface RecentWarning {
  readonly about: ReadonlyArray<unknown>
  readonly identity: string
  /** The number of warnings of this identity before it. */
  readonly repetition: number
  readonly stored: StoredWarning
}

interface Texts {
  line: string | undefined
  shown: ShownWarning | undefined
}

/** By the first part that a warning is about. */
const warningsByPart = new WeakMap<object, Array<RecentWarning>>()
const textsByWarning = new WeakMap<StoredWarning, Texts>()

/** More warnings about one part are not kept: each would be compared with all others. */
const maxWarnings = 8

export const findRecentWarning = (
  warning: Warning,
  about: ReadonlyArray<unknown>,
): RecentWarning | undefined => {
  const [part] = about
  return typeof part === "object" && part !== null
    ? warningsByPart
        .get(part)
        ?.find((recent) => isSameParts(recent.about, about) && isSameWarning(recent.stored, warning))
    : undefined
}

export const keepRecentWarning = (recent: RecentWarning): void => {
  const [part] = recent.about
  if (typeof part !== "object" || part === null) return
  const warnings = warningsByPart.get(part)
  if (warnings === undefined) warningsByPart.set(part, [recent])
  else if (warnings.length < maxWarnings) warnings.push(recent)
  else return
  textsByWarning.set(recent.stored, { line: undefined, shown: undefined })
}

/** Whether the next version of a label may have the same warning. */
export const isRecentWarning = (warning: StoredWarning): boolean => textsByWarning.has(warning)

/** The JSON of a stored warning. */
export const formatStoredWarning = (warning: StoredWarning): string => {
  const texts = textsByWarning.get(warning)
  if (texts === undefined) return JSON.stringify(warning)
  texts.line ??= JSON.stringify(warning)
  return texts.line
}

/** The warning as it is shown while it is not dismissed; the same object each time for a recent one. */
export const toShownWarning = (warning: StoredWarning): ShownWarning => {
  const texts = textsByWarning.get(warning)
  if (texts?.shown !== undefined) return texts.shown
  // Written out, because the rest of an object and a spread of it are tables, which are slow to read.
  const shown: ShownWarning = {
    rule: warning.rule,
    ruleIndex: warning.ruleIndex,
    message: warning.message,
    frame: warning.frame,
    sensor: warning.sensor,
    annotationIds: warning.annotationIds,
    trackIds: warning.trackIds,
    attribute: warning.attribute,
    measured: warning.measured,
    limit: warning.limit,
    id: warning.id,
    dismissed: null,
  }
  if (texts !== undefined) {
    texts.shown = shown
    setStableText(shown)
  }
  return shown
}

/** A loop, because a function for each of thousands of warnings takes longer than the comparison. */
const isSameParts = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>): boolean => {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}

/**
 * The rules whose messages follow from the parts and from the other fields. The message of a new warning is not one text yet, and the
 * first comparison of it would take as long as the rest of the check.
 */
const rulesByParts: ReadonlySet<WarningRuleName> = new Set([
  "cuboid-dimension-limits",
  "degenerate-cuboid",
  "intersecting-cuboids",
])

const isSameWarning = (a: Warning, b: Warning): boolean =>
  a.rule === b.rule &&
  a.ruleIndex === b.ruleIndex &&
  (rulesByParts.has(a.rule) || a.message === b.message) &&
  a.frame === b.frame &&
  a.sensor === b.sensor &&
  a.attribute === b.attribute &&
  a.measured === b.measured &&
  a.limit === b.limit &&
  isSameParts(a.annotationIds, b.annotationIds) &&
  isSameParts(a.trackIds, b.trackIds)

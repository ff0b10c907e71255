/** Input of issues and its validation. Pure. */
import type { Violation } from "../domain/errors.ts"
import type { IssueStatus } from "../domain/Issue.ts"
import { type JsonText, parseJson } from "../domain/JsonText.ts"
import { type JsonInput, readJsonFields, type WithJsonText } from "../domain/jsonInput.ts"
import { isCleanText } from "../domain/Names.ts"
import { checkAnchor } from "../domain/structure/issueAnchor.ts"
import { longest } from "../domain/wire/fields.ts"

/** The input of a new issue. */
export interface NewIssue {
  readonly description: string
  readonly status?: IssueStatus | undefined
  /** The position in the sample: a JSON object as text or plain, or null. */
  readonly anchor?: JsonInput | null | undefined
}

/** Absent fields stay unchanged. */
export type IssuePatch = Partial<NewIssue>

/** The same with JSON as text. */
export type ReadIssue = WithJsonText<NewIssue, "anchor">
/** A change of an issue with JSON as text. */
export type ReadIssuePatch = Partial<ReadIssue>

/** Reads the field that holds JSON. `validated`: it holds text already, see `ValidatedJson`. */
export const readIssue = (input: NewIssue, validated: boolean) => readJsonFields(input, ["anchor"], validated)
/** Reads the JSON fields of a change of an issue, as {@link readIssue} does. */
export const readIssuePatch = (input: IssuePatch, validated: boolean) =>
  readJsonFields(input, ["anchor"], validated)

const longestText = longest.paragraph
const longestAnchor = 64 * 1024

/** The violations of the input of an issue. */
export const issueViolations = (input: ReadIssuePatch): ReadonlyArray<Violation> => {
  const violations: Array<Violation> = []
  if (input.description !== undefined)
    violations.push(...findTextViolations("/description", input.description))
  const { status, anchor } = input
  if (status !== undefined && status !== "OPEN" && status !== "CLOSED") {
    violations.push({ pointer: "/status", message: "must be OPEN or CLOSED" })
  }
  if (anchor !== undefined && anchor !== null && !anchor.startsWith("{")) {
    violations.push({ pointer: "/anchor", message: "must be an object or null" })
  }
  if (anchor !== undefined && anchor !== null && anchor.length > longestAnchor) {
    violations.push({ pointer: "/anchor", message: `must be at most ${longestAnchor} characters of JSON` })
  }
  if (violations.length === 0 && anchor !== undefined && anchor !== null)
    violations.push(...findAnchorViolations(anchor))
  return violations
}

const findAnchorViolations = (anchor: JsonText): ReadonlyArray<Violation> => {
  try {
    return checkAnchor(parseJson(anchor)).map(({ message, pointer }) => ({
      pointer: `/anchor${pointer}`,
      message,
    }))
  } catch {
    return [{ pointer: "/anchor", message: "must be JSON" }]
  }
}

/** Validates text of issues and comments: its length, and characters that every database accepts. */
export const findTextViolations = (pointer: string, text: string): ReadonlyArray<Violation> => {
  if (typeof text !== "string" || text.length > longestText)
    return [{ pointer, message: `must be at most ${longestText} characters` }]
  return isCleanText(text) ? [] : [{ pointer, message: "must not hold U+0000 or lone surrogates" }]
}

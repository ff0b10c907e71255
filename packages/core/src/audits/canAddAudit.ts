import { maxStatements } from "../domain/Envelope.ts"
import { countOpenAudits } from "../releases/countOpenAudits.ts"

/**
 * Whether the plan and the result of one more audit have a place among the statements of a release, when each open audit keeps a place for its result,
 * and each of those that are prepared needs two. Other statements can take these meanwhile.
 */
export const canAddAudit = (texts: ReadonlyArray<string>, preparing: number): boolean =>
  texts.length + countOpenAudits(texts) + 2 * preparing + 2 <= maxStatements

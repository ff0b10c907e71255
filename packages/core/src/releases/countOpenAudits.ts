/** Audits among the statements of a release. Pure. */
import { Option, Schema } from "effect"
import { Envelope } from "../domain/Envelope.ts"
import { readEnvelopeText } from "./dsse.ts"
import { predicateTypes, Statement } from "./statement.ts"

const decodeEnvelope = Schema.decodeOption(Schema.parseJson(Envelope))
const decodeStatement = Schema.decodeOption(Schema.parseJson(Statement))

const readStatement = (text: string): Option.Option<Statement> =>
  decodeEnvelope(text).pipe(Option.flatMap(readEnvelopeText), Option.flatMap(decodeStatement))

/**
 * The ids of audits that began, by their plans, and of those that have a result. Other statements do not count, and plans without a number neither:
 * an audit of such a plan takes no outcomes and has no result.
 */
export const listStatedAudits = (texts: ReadonlyArray<string>) => {
  const [planned, finished] = [new Set<unknown>(), new Set<unknown>()]
  for (const text of texts) {
    const { predicate, predicateType } = Option.getOrUndefined(readStatement(text)) ?? {}
    if (predicateType === predicateTypes.auditPlan && typeof predicate?.plan === "number")
      planned.add(predicate?.audit)
    if (predicateType === predicateTypes.audit) finished.add(predicate?.audit)
  }
  return { planned, finished }
}

/** The number of plans of audits. Plans are numbered by it, and statements are never deleted one by one. */
export const countPlans = (texts: ReadonlyArray<string>): number => listStatedAudits(texts).planned.size

/** The number of audits that have no result yet: each keeps a place for it. */
export const countOpenAudits = (texts: ReadonlyArray<string>): number => {
  const { finished, planned } = listStatedAudits(texts)
  return [...planned].filter((id) => !finished.has(id)).length
}

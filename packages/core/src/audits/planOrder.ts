/**
 * The plans of a release and their results, among its statements. Whoever leaves plans out, or audits one plan twice, could choose among the
 * results: plans have numbers without a gap, and a plan has one result. Pure.
 */
import type { AuditPlanPredicate, AuditPredicate } from "../releases/statement.ts"

/** The numbers of the plans and results among statements. */
export interface PlanOrder {
  /** The counts of plans by number. */
  readonly plans: ReadonlyMap<number, number>
  /** The counts of results by the number of their plan. */
  readonly results: ReadonlyMap<number, number>
}

export const makePlanOrder = (
  plans: ReadonlyArray<AuditPlanPredicate>,
  results: ReadonlyArray<AuditPredicate>,
): PlanOrder => ({ plans: countNumbers(plans), results: countNumbers(results) })

const countNumbers = (statements: ReadonlyArray<{ readonly plan: number }>) => {
  const counts = new Map<number, number>()
  for (const { plan } of statements) counts.set(plan, (counts.get(plan) ?? 0) + 1)
  return counts
}

/** A number with its noun, such as “1 plan” and “2 plans”. */
export const formatQuantity = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`

/** The problems of a plan beside the others. */
export const listPlanProblems = (
  { plan }: AuditPlanPredicate,
  { plans }: PlanOrder,
): ReadonlyArray<string> => [
  ...((plans.get(plan) ?? 0) > 1 ? [`Another plan has the number ${plan}, too.`] : []),
  ...(plan > 1 && !plans.has(plan - 1)
    ? [`The plan before it, number ${plan - 1}, is not among the statements.`]
    : []),
]

/** The problems of a result beside the others. It names the number of plans that the release had. */
export const listResultProblems = (
  { plan, plans: count }: AuditPredicate,
  { plans, results }: PlanOrder,
): ReadonlyArray<string> => [
  ...((results.get(plan) ?? 0) > 1 ? [`Another result is of plan ${plan}, too.`] : []),
  ...(plan > count || [...plans.keys()].filter((number) => number <= count).length < count
    ? [
        `The release had ${formatQuantity(count, "plan")} of audits when the result was signed. Not all of them are among the statements.`,
      ]
    : []),
]

/** The numbers of the plans without a result, in their order: whoever audits until a result pleases leaves them. */
export const listOpenPlans = ({ plans, results }: PlanOrder): ReadonlyArray<number> =>
  [...plans.keys()].filter((plan) => !results.has(plan)).sort((a, b) => a - b)

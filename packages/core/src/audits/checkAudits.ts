/** Compares the signed results of audits with the release file, and with the plans that were signed before. Pure. */
import { Option, Schema } from "effect"
import { computeAuditSeed, computeCommitment } from "../agreement/audit/drawSamples.ts"
import { auditPrior } from "../agreement/audit/errorBounds.ts"
import { AuditErrorType, maxAuditDraws } from "../domain/ReleaseAudit.ts"
import { AuditPlanPredicate, AuditPredicate, predicateTypes } from "../releases/statement.ts"
import type { StatedFacts, StatementReport } from "../releases/statementProblems.ts"
import { type AuditCounts, computeBounds } from "./advanceAudit.ts"
import { formatBound } from "./formatBound.ts"
import { computeDrawnSha256 } from "./makeAuditStatements.ts"
import {
  formatQuantity,
  listOpenPlans,
  listPlanProblems,
  listResultProblems,
  makePlanOrder,
} from "./planOrder.ts"
import type { Population, PopulationQuery } from "./readPopulation.ts"

/** Decodes a predicate once, however many functions read it. */
const makeDecoder = <A>(decode: (predicate: unknown) => Option.Option<A>) => {
  const decoded = new WeakMap<object, Option.Option<A>>()
  return (predicate: unknown): Option.Option<A> => {
    if (typeof predicate !== "object" || predicate === null) return decode(predicate)
    const value = decoded.get(predicate) ?? decode(predicate)
    decoded.set(predicate, value)
    return value
  }
}

const decodePlan = makeDecoder(Schema.decodeUnknownOption(AuditPlanPredicate, { onExcessProperty: "error" }))
const decodeResult = makeDecoder(Schema.decodeUnknownOption(AuditPredicate, { onExcessProperty: "error" }))

/** A verified statement of the result of an audit. A statement that has a problem already counts nowhere. */
const readResult = ({ predicate, predicateType, problems }: StatementReport): AuditPredicate | undefined =>
  predicateType === predicateTypes.audit && problems.length === 0
    ? Option.getOrUndefined(decodeResult(predicate))
    : undefined

/** A verified statement of the plan of an audit. */
const readPlan = ({ predicate, predicateType, problems }: StatementReport): AuditPlanPredicate | undefined =>
  predicateType === predicateTypes.auditPlan && problems.length === 0
    ? Option.getOrUndefined(decodePlan(predicate))
    : undefined

const readPlanOrder = (reports: ReadonlyArray<StatementReport>) =>
  makePlanOrder(
    reports.flatMap((report) => readPlan(report) ?? []),
    reports.flatMap((report) => readResult(report) ?? []),
  )

/** The draws that the results among verified statements need, from one more read of the release file. */
export const listAuditQueries = (reports: ReadonlyArray<StatementReport>): ReadonlyArray<PopulationQuery> =>
  reports.flatMap((report) => readResult(report) ?? []).map(toQuery)

const toQuery = ({ audited, labelset, seed, unit }: AuditPredicate): PopulationQuery => ({
  labelset,
  unit,
  seed,
  limit: Math.min(maxAuditDraws, Math.max(1, audited)),
})

/** Adds the problems of audits to the reports of verified statements. `populations`: those of {@link listAuditQueries}, in their order. */
export const checkAudits = (
  reports: ReadonlyArray<StatementReport>,
  populations: ReadonlyArray<Population>,
  facts: Pick<StatedFacts, "samplesCount" | "samplesSha256">,
): ReadonlyArray<StatementReport> => {
  const plans = reports.flatMap((report) => readPlan(report) ?? [])
  const order = readPlanOrder(reports)
  const rest = [...populations]
  return reports.map((report) => {
    const { predicateType, problems } = report
    if (problems.length > 0) return report
    if (predicateType === predicateTypes.auditPlan) {
      const plan = readPlan(report)
      const more =
        plan === undefined
          ? ["The plan does not have the fields of its type."]
          : listPlanProblems(plan, order)
      return { ...report, problems: more }
    }
    if (predicateType !== predicateTypes.audit) return report
    const result = readResult(report)
    const population = result === undefined ? undefined : rest.shift()
    const more =
      result === undefined || population === undefined
        ? ["The result of the audit does not have the fields of its type."]
        : [...listAuditProblems(result, plans, population, facts), ...listResultProblems(result, order)]
    return { ...report, problems: more }
  })
}

const listAuditProblems = (
  result: AuditPredicate,
  plans: ReadonlyArray<AuditPlanPredicate>,
  population: Population,
  facts: Pick<StatedFacts, "samplesCount" | "samplesSha256">,
): ReadonlyArray<string> => {
  const { audited, errors, errors_at: places, level, nonce, samples, seed } = result
  const { not_checked: notChecked, not_checked_at: unchecked } = result
  const counts = { population: population.size, audited, errors, notChecked }
  const drawn = population.draws.slice(0, audited).map(({ key }) => key)
  const areRight =
    arePlaces(places, errors, audited) &&
    arePlaces(unchecked, notChecked, audited) &&
    !unchecked.some((place) => places.includes(place)) &&
    hasRightBounds(result.bound, counts, level)
  if (samples.count !== facts.samplesCount || samples.root !== facts.samplesSha256)
    return ["The audit is of other samples than the file has."]
  if (population.size !== result.population)
    return [
      `The audit speaks of ${formatQuantity(result.population, result.unit === "objects" ? "object" : "finished label")}, the file has ${population.size}.`,
    ]
  if (computeCommitment(nonce) !== result.commitment || computeAuditSeed(samples.root, nonce) !== seed)
    return ["The seed does not follow from the Merkle root and the nonce."]
  if (audited > drawn.length || computeDrawnSha256(drawn) !== result.drawn_sha256)
    return [`The audited ${result.unit} are not those that the seed draws first.`]
  if (!areRight) return [`The bound does not follow from the numbers of ${result.unit} and errors.`]
  if (!areTypesRight(result))
    return [`The kinds of errors do not follow from the ${result.unit} with an error.`]
  return [
    ...(isPlanned(result, plans) ? [] : ["The plan of the audit is not among the statements, or differs."]),
    ...(areStrataRight(result, population) ? [] : ["The strata are not those that the file has."]),
  ]
}

/** Everything that was fixed beforehand. */
const formatPlan = (plan: AuditPlanPredicate | AuditPredicate): string =>
  JSON.stringify([
    ...[plan.audit, plan.plan, plan.samples.count, plan.samples.root, plan.labelset, plan.unit],
    ...[plan.level, plan.goal],
    ...[plan.tolerance?.metric, plan.tolerance?.value, plan.method, plan.commitment],
    plan.prior.map(({ a, b, weight }) => [weight, a, b]),
  ])

const isPlanned = (result: AuditPredicate, plans: ReadonlyArray<AuditPlanPredicate>): boolean =>
  JSON.stringify(result.prior.map(({ a, b, weight }) => [weight, a, b])) ===
    JSON.stringify(auditPrior.map(({ a, b, weight }) => [weight, a, b])) &&
  plans.some((plan) => formatPlan(plan) === formatPlan(result))

/** Whether these are numbers of draws in their order, and as many as are counted. */
const arePlaces = (places: ReadonlyArray<number>, count: number, audited: number): boolean =>
  places.length === count &&
  places.every((place, index) => place <= audited && place > (places[index - 1] ?? 0))

/** Whether each sample or object with an error can have one of these kinds at least: it counts once for each of its kinds. */
const areTypesRight = ({
  error_types: types,
  errors,
  excluded_errors: excluded,
}: AuditPredicate): boolean => {
  const counts = Object.values(types)
  return (
    Object.keys(types).every((type) => isErrorType(type) && !excluded.includes(type)) &&
    counts.every((count) => count <= errors) &&
    counts.reduce((sum, count) => sum + count, 0) >= errors
  )
}

const isErrorType = Schema.is(AuditErrorType)

const hasRightBounds = (bound: AuditPredicate["bound"], counts: AuditCounts, level: number): boolean => {
  const { audited, errors, notChecked, population } = counts
  if (errors + notChecked > audited || audited > population || !(level > 0 && level < 1)) return false
  const { lower, upper } = computeBounds(counts, level)
  return bound.lower === lower && bound.upper === upper
}

const areStrataRight = (
  { audited, errors_at: places, level, not_checked_at: uncheckedPlaces, strata }: AuditPredicate,
  { draws, strata: whole }: Population,
): boolean => {
  const wrong = new Set(places)
  const unchecked = new Set(uncheckedPlaces)
  const counts = whole.map(() => ({ audited: 0, errors: 0, notChecked: 0 }))
  for (const [index, draw] of draws.slice(0, audited).entries())
    for (const number of draw.strata) {
      const count = counts[number]
      if (count === undefined) continue
      count.audited += 1
      if (wrong.has(index + 1)) count.errors += 1
      if (unchecked.has(index + 1)) count.notChecked += 1
    }
  const shown = whole.flatMap((stratum, number) => {
    const count = counts[number]
    return count === undefined || stratum.kind === "labeler" || stratum.kind === "reviewer"
      ? []
      : [{ ...stratum, ...count }]
  })
  return (
    shown.length === strata.length &&
    shown.every((stratum, index) => {
      const stated = strata[index]
      return (
        stated !== undefined &&
        stated.kind === stratum.kind &&
        stated.name === stratum.name &&
        stated.population === stratum.population &&
        stated.audited === stratum.audited &&
        stated.errors === stratum.errors &&
        stated.not_checked === stratum.notChecked &&
        hasRightBounds(stated.bound, stratum, level)
      )
    })
  )
}

/** The statement of an audit in one sentence. */
export const describeAudit = (report: StatementReport): string | undefined => {
  const result = readResult(report)
  if (result === undefined) return undefined
  const {
    audited,
    bound,
    labelset,
    level,
    not_checked: notChecked,
    population,
    revised,
    samples,
    unit,
  } = result
  const unchecked = notChecked === 0 ? "" : `, ${notChecked} of them not checked and counted as wrong`
  const changes = revised === 0 ? "" : `, ${formatQuantity(revised, "outcome")} changed afterwards`
  const isOfObjects = unit === "objects"
  const whole = isOfObjects
    ? `${formatQuantity(population, "object")} of the finished labels in ${labelset}`
    : `${formatQuantity(population, "sample")} with a finished label in ${labelset} (the release has ${samples.count})`
  const limits = isOfObjects ? `; ${missedObjects}` : ""
  const verb = bound.upper === 1 ? "has" : "have"
  return `at most ${bound.upper} of ${whole} ${verb} an error (${formatBound(bound.upper, population)}), at ${formatPercent(level)} %, ${audited} audited${unchecked}${changes}${limits}`
}

/** The limit of each statement about objects. */
export const missedObjects = "objects that were missed are not counted"

const formatPercent = (level: number): string => String(Number((100 * level).toFixed(4)))

/** The numbers of the plans among verified statements that have no result, in their order. */
export const listPlansWithoutResult = (reports: ReadonlyArray<StatementReport>): ReadonlyArray<number> =>
  listOpenPlans(readPlanOrder(reports))

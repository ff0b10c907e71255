/** The signed statements of an audit: its plan, and its result. */
import { computeAuditSeed, computeCommitment } from "../agreement/audit/drawSamples.ts"
import { auditPrior } from "../agreement/audit/errorBounds.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import { isCleanText } from "../domain/Names.ts"
import type { AuditDraw, AuditStratum, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import { type AuditJson, type AuditPlanJson, listExcludedErrors } from "../releases/statement.ts"
import { computeBounds, hasError } from "./advanceAudit.ts"
import { countErrorTypes, measureStrata } from "./figures.ts"

/** The samples of the release file. */
type Samples = AuditPlanJson["samples"]

/** An audit whose plan has its number. */
export type PlannedAudit = ReleaseAudit & { readonly plan: number }

/** The predicate of the statement that is signed before anything is drawn. */
export const makePlanPredicate = (
  audit: PlannedAudit,
  samples: Samples,
  signedAt: Timestamp,
): AuditPlanJson => ({
  ...makePlan(audit, samples),
  signed_at: signedAt,
})

const makePlan = (
  { goal, id, labelset, level, metric, nonce, plan, tolerance, unit }: PlannedAudit,
  samples: Samples,
) => ({
  audit: id,
  plan,
  samples,
  labelset,
  // Verifiers from before there were audits of objects refuse members that they do not know: audits of samples are signed as they were.
  ...(unit === "samples" ? {} : { unit, excluded_errors: listExcludedErrors(unit) }),
  level,
  goal,
  tolerance: metric === null || tolerance === null ? null : { metric, value: tolerance },
  method: "prior-posterior-ratio" as const,
  prior: auditPrior,
  commitment: computeCommitment(nonce),
})

/** The predicate of the result. `plans`: the number of plans of the release. `draws` are those that the audit counts. */
export const makeResultPredicate = (
  audit: PlannedAudit,
  samples: Samples,
  plans: number,
  strata: ReadonlyArray<AuditStratum>,
  draws: ReadonlyArray<AuditDraw>,
  signedAt: Timestamp,
): AuditJson => ({
  ...makePlan(audit, samples),
  plans,
  nonce: audit.nonce,
  seed: computeAuditSeed(samples.root, audit.nonce),
  population: audit.population,
  audited: audit.audited,
  errors: audit.errors,
  not_checked: audit.notChecked,
  revised: audit.revised,
  bound: computeBounds(audit, audit.level),
  error_types: countErrorTypes(draws),
  errors_at: draws.filter(hasError).map(({ number }) => number),
  not_checked_at: draws.filter(({ notChecked }) => notChecked !== null).map(({ number }) => number),
  drawn_sha256: computeDrawnSha256(draws.map(({ object, sampleId }) => object?.key ?? sampleId)),
  strata: measureStrata(audit, strata, draws)
    // Audits that were begun before such names were left out have their strata: no statement can be signed with them.
    .filter(({ stratum }) => stratum.user === null && isCleanText(stratum.name))
    .map(({ audited, bounds, errors, notChecked, stratum: { kind, name, population } }) => ({
      kind,
      name,
      population,
      audited,
      errors,
      not_checked: notChecked,
      bound: bounds,
    })),
  signed_at: signedAt,
})

/** The digest of the ids of samples, or the keys of objects, that were drawn, in their order. */
export const computeDrawnSha256 = (keys: ReadonlyArray<string>): string =>
  computeSha256Hex(keys.map((key) => `${key}\n`).join(""))

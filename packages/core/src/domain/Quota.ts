/** Quotas of organizations: limits that site admins set. */
import { Schema } from "effect"
import type { Username } from "./Names.ts"

/** A limit of a quota: a whole number. */
export const QuotaLimit = Schema.Int.pipe(Schema.between(0, 2_000_000_000))
const Limit = Schema.NullOr(QuotaLimit)

/** The limits of an organization. Null stands for no limit. */
export const QuotaLimits = Schema.Struct({
  /** The number of samples in all datasets of the organization, without deleted ones. */
  samples: Limit,
  /** The number of requests a minute that concern datasets of the organization, for each server process. */
  requestsPerMinute: Limit,
})
export interface QuotaLimits extends Schema.Schema.Type<typeof QuotaLimits> {}

/** The limits of an organization, and their use. */
export interface Quota extends QuotaLimits {
  readonly organization: Username
  /** The number of samples, counted in the transactions that add and delete them. */
  readonly samplesUsed: number
}

/** A quota as it is shown. The use is null while the organization has none, because then nothing is counted. */
export interface ShownQuota extends QuotaLimits {
  readonly organization: Username
  readonly samplesUsed: number | null
}

/** What a call about a dataset needs of the quota of its owner. */
export interface OwnerQuota {
  readonly requestsPerMinute: number | null
}

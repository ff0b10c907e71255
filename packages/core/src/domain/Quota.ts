/** Quotas of organizations: limits that site admins set. */
import { Schema } from "effect"
import type { Username } from "./Names.ts"

/** A limit of a quota: a whole number. */
export const QuotaLimit = Schema.Int.pipe(Schema.between(0, 2_000_000_000))
const Limit = Schema.NullOr(QuotaLimit)

/** A limit of bytes: a whole number up to 8 PiB. */
export const QuotaBytes = Schema.Int.pipe(Schema.between(0, Number.MAX_SAFE_INTEGER))

/** The limits of an organization. Null stands for no limit. */
export const QuotaLimits = Schema.Struct({
  /** The number of samples in all datasets of the organization, without deleted ones. */
  samples: Limit,
  /** The bytes of the files of these datasets: assets that they name, releases, and exports. */
  bytes: Schema.NullOr(QuotaBytes),
  /** The number of requests a minute that concern datasets of the organization, for each server process. */
  requestsPerMinute: Limit,
})
export interface QuotaLimits extends Schema.Schema.Type<typeof QuotaLimits> {}

/** The limits of an organization, and their use. */
export interface Quota extends QuotaLimits {
  readonly organization: Username
  /** The number of samples, counted in the transactions that add and delete them. */
  readonly samplesUsed: number
  /** The bytes of files, counted in the transactions that store and delete them. */
  readonly bytesUsed: number
}

/** A quota as it is shown. The use is null while the organization has none, because then nothing is counted. */
export interface ShownQuota extends QuotaLimits {
  readonly organization: Username
  readonly samplesUsed: number | null
  readonly bytesUsed: number | null
}

/** The part of the owner's quota that a call about a dataset needs. */
export interface OwnerQuota {
  readonly requestsPerMinute: number | null
}

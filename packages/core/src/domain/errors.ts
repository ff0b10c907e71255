/**
 * The expected errors: few classes, each with a stable `code`, structured fields, and a message for people that
 * derives from them. Messages contain no user text, and contain the phrases by which the wire contract's SDK selects
 * its exceptions only where they apply. `errorList.ts` lists all classes.
 */
import { Schema } from "effect"
import { AssetReference } from "./AssetReference.ts"
import { NamedResource, Resource } from "./Resource.ts"
import type { ScopeLimit } from "./Scope.ts"
import type { ShownWarning } from "./Warning.ts"

export { NamedResource, Resource } from "./Resource.ts"

/** A schema of the keys of a record with at least one key. */
export const getLiteralKeys = <Key extends string>(record: { readonly [Name in Key]: unknown }) =>
  // TypeScript gives `Object.keys` no narrower type than string[], since a value may have more keys than its type.
  Schema.Literal(...(Object.keys(record) as unknown as readonly [Key, ...ReadonlyArray<Key>]))

/** A missing, malformed, unknown, expired or revoked key, or a disabled user. All cases are indistinguishable. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}) {
  get code() {
    return "unauthorized"
  }
  override get message() {
    return "Authentication credentials were not provided."
  }
}

/** Way in which a site admin, who sees no datasets of others, can get access. Hosts add a path or a command. */
const Remedy = Schema.optional(Schema.Literal("join"))
const remedies = {
  join: " As a site admin, join the organization or the dataset first.",
} as const

/** The limits of an API key, or of a host's session. */
const scopeLimits = {
  read_only: " This API key is read-only.",
  dataset: " This API key is restricted to one dataset.",
  role: " This API key is restricted to a lower role.",
  webhooks: " This token is restricted to the webhooks of one account.",
} as const satisfies { readonly [Limit in ScopeLimit]: string }

/** Way in which the caller can get the permission. */
const permissionRemedies = {
  ...remedies,
  sign_in: " You must have signed in within the last 10 minutes: sign in again, then repeat the request.",
} as const

/** The caller may see the dataset, but not perform the operation. */
export class PermissionDenied extends Schema.TaggedError<PermissionDenied>()("PermissionDenied", {
  remedy: Schema.optional(getLiteralKeys(permissionRemedies)),
  /** The limit of the caller's API key that refuses the operation. */
  scope: Schema.optional(getLiteralKeys(scopeLimits)),
}) {
  get code() {
    return this.remedy === "sign_in" ? "sign_in_required" : "permission_denied"
  }
  override get message() {
    const denied = "You do not have permission to perform this action."
    if (this.scope !== undefined) return `${denied}${scopeLimits[this.scope]}`
    return `${denied}${this.remedy === undefined ? "" : permissionRemedies[this.remedy]}`
  }
}

const toCapitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const joinWithUnderscores = (text: string) => text.toLowerCase().replaceAll(" ", "_")

/** The resource does not exist, or the caller may not know that it does. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {
  resource: Resource,
  remedy: Remedy,
}) {
  get code() {
    return `${joinWithUnderscores(this.resource)}_not_found`
  }
  override get message() {
    return `${toCapitalized(this.resource)} not found.${this.remedy === undefined ? "" : remedies[this.remedy]}`
  }
}

/** The name is taken within its parent. */
export class AlreadyExists extends Schema.TaggedError<AlreadyExists>()("AlreadyExists", {
  resource: NamedResource,
}) {
  get code() {
    return `${joinWithUnderscores(this.resource)}_already_exists`
  }
  override get message() {
    return `${/^[aeio]/i.test(this.resource) ? "An" : "A"} ${this.resource} with this name already exists.`
  }
}

/** One violation: its place (an RFC 6901 JSON Pointer into the input) and a message that does not repeat the input. */
export const Violation = Schema.Struct({ pointer: Schema.String, message: Schema.String }).annotations({
  identifier: "Violation",
})
export interface Violation extends Schema.Schema.Type<typeof Violation> {}

/** A warning that causes a dataset to refuse a label. */
const RefusedWarning = Schema.declare(
  (value: unknown): value is ShownWarning => typeof value === "object" && value !== null && "rule" in value,
  { identifier: "RefusedWarning", jsonSchema: { type: "object" } },
)

/** The first violation as a sentence, with the number of further ones. */
export const formatViolations = ([first, ...others]: ReadonlyArray<Violation>): string => {
  if (first === undefined) return "The request is invalid."
  const text = first.pointer === "" ? toCapitalized(first.message) : `At ${first.pointer}: ${first.message}`
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`
  if (others.length === 0) return sentence
  return `${sentence} There ${others.length === 1 ? "is 1 more violation" : `are ${others.length} more violations`}.`
}

/** Invalid input, with all violations. The message is the first of them. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  errors: Schema.Array(Violation),
  /** The warnings of a label that its dataset refuses. */
  warnings: Schema.optionalWith(Schema.Array(RefusedWarning), { exact: true }),
}) {
  get code() {
    return this.warnings === undefined ? "invalid" : "warnings_refused"
  }
  override get message() {
    return formatViolations(this.errors)
  }
  static at(pointer: string, message: string): InvalidInput {
    return new InvalidInput({ errors: [{ pointer, message }] })
  }
}

/** An account that cannot become a collaborator: the owner, an organization, or an existing collaborator. */
export class CollaboratorRefused extends Schema.TaggedError<CollaboratorRefused>()("CollaboratorRefused", {
  reason: Schema.Literal("owner", "organization", "duplicate"),
}) {
  get code() {
    return this.reason === "duplicate" ? "already_collaborator" : "collaborator_refused"
  }
  override get message() {
    switch (this.reason) {
      case "owner":
        return "The owner cannot be added as collaborator."
      case "organization":
        return "An organization cannot be added as collaborator."
      case "duplicate":
        return "This user is already a collaborator of the dataset."
    }
  }
}

const conflicts = {
  wrong_state: "The current state does not allow this action.",
  stale_claim: "The claim has expired, was superseded or belongs to someone else.",
  claim_ended: "The claim has already ended with a different action or body.",
  sample_held: "Someone else has claimed this sample.",
  not_undoable:
    "This work cannot be taken back: it is not a submission or an acceptance without a comment, a minute has passed, its claim is still open, its sample was claimed again, or the label or the configuration has changed since.",
  sample_finished: "This sample is not waiting in this queue.",
  touched_by_person:
    "A person has written or deleted the label of this sample, and models leave it as it is.",
  not_requested: "No label of a model is requested for this sample.",
  sample_of_other: "Someone else is working on this sample or is assigned to it.",
  too_many_claims:
    "You have reached the maximum number of open claims in this queue. Finish or release one first.",
  task_type_in_use: "The task type cannot be changed while the dataset has labels.",
  last_admin: "Cannot remove the last admin of an organization.",
  own_account: "You cannot disable or delete your own account. Another site admin can.",
  owns_datasets: "The account owns datasets. Transfer or delete them first.",
  dataset_archived: "The dataset is archived. Unarchive it first.",
  ground_truth_stays: "The ground-truth labelset cannot be deleted.",
  configuration_changing: "A job is changing the configuration. Wait until it has ended.",
  not_repeatable: "Jobs of this kind cannot be retried. Start the operation again.",
  release_pending: "The release is still being created.",
  audit_closed: "The audit is finished, its goal is met, or all its draws have an outcome.",
  account_deleted: "The account was deleted, and the release has its labels under a name that was removed.",
  release_not_signed: "The release was made before releases were signed. Make a new one.",
  dataset_exists: "This server already contains the dataset of this archive. Delete it first.",
  asset_referenced: "This asset is still referenced. Remove the references first, or delete it with force.",
  scan_too_long:
    "Reading all datasets for what names this asset took too long; delete it by force, or leave it to the collection of assets.",
  dataset_busy: "This dataset is being restored or deleted. Try again in a minute.",
  idempotency_mismatch: "This idempotency key was already used for a different request.",
  already_rotated: "This API key was already rotated. Rotate its successor.",
  already_done: "This request was already carried out. Its response contained a secret and was not stored.",
  overlap_open: "Several people label this sample independently, and nothing is decided yet.",
  gold_closed: "Only an unlabeled sample that nobody has begun or claimed becomes a gold sample.",
  too_many_gold_samples: "The dataset has the maximum number of gold samples. Remove one first.",
  gold_sample:
    "This is a gold sample, whose ground truth stays empty. Remove its known label before you write one.",
  overlap_closed: "The overlap of this sample can no longer change: it is labeled, begun or claimed.",
  guide_changed: "The labeling guide has changed. Read the new version.",
  person_paused: "You are paused in this dataset and get no samples of it. Finish what you have claimed.",
  labels_not_indexed:
    "The labels of this dataset are being indexed. Search them by categories and numbers of objects when that has ended.",
  changed_meanwhile: "Someone else has changed the resource in the meantime. Try again.",
} as const

/** The codes of {@link Conflict}. */
export const ConflictCode = getLiteralKeys(conflicts)
export type ConflictCode = typeof ConflictCode.Type

/** Explains the end of a claim by the fields of `Conflict`. */
const claimEnds = {
  expired: "The claim has expired. Claim a sample again.",
  released: "The claim was released. Claim a sample again.",
  superseded: "The claim was superseded by another change of the sample. Claim a sample again.",
  withdrawn: "The claim ended because you can no longer work in this queue or the dataset was archived.",
  unknown: "The claim has expired or was superseded. Claim a sample again.",
} as const

/** Dataset settings that disable an action, by their names in the API. */
const switches = {
  enable_save_button: "Saving",
  enable_prelabeling: "Prelabeling",
  enable_skip_labeling: "Skipping",
  enable_skip_reviewing: "Skipping",
  enable_label_status_verified: "Verifying",
} as const

/** The request is valid, but conflicts with the current state. */
export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", {
  code: ConflictCode,
  /** The status of the label or release that prevents the operation. */
  status: Schema.optional(Schema.String),
  /** The dataset's setting that disables the action. */
  setting: Schema.optional(getLiteralKeys(switches)),
  /** Explains the end of a stale claim. */
  claimEnd: Schema.optional(getLiteralKeys(claimEnds)),
  /** The person who has the claim. */
  holder: Schema.optional(Schema.String),
  /** The reason of the caller's pause, as it was written for them. */
  pauseReason: Schema.optional(Schema.String),
  /** The resources that name the asset, as far as the caller may see them. */
  references: Schema.optional(Schema.Array(AssetReference)),
  /** The number of datasets that name the asset and that the caller cannot see. */
  hiddenDatasets: Schema.optional(Schema.Int),
}) {
  override get message() {
    if (this.setting !== undefined)
      return `${switches[this.setting]} is off for this dataset (${this.setting}).`
    if (this.claimEnd !== undefined) return claimEnds[this.claimEnd]
    if (this.holder !== undefined)
      return `${this.code === "sample_held" ? "This sample is claimed" : "The claim is held"} by ${this.holder}.`
    const sentence = conflicts[this.code]
    return this.status === undefined ? sentence : `${sentence} It is ${this.status}.`
  }
}

/** The expected version is not the current one. Nothing changed. */
export class VersionMismatch extends Schema.TaggedError<VersionMismatch>()("VersionMismatch", {
  /** For a configuration: the version that the change was made from, and the current one. */
  expected: Schema.optional(Schema.Int),
  current: Schema.optional(Schema.Int),
}) {
  get code() {
    return "version_mismatch"
  }
  override get message() {
    return this.current === undefined
      ? "The resource has another version than you expected. Read it again."
      : `The configuration has changed: its config_version is ${this.current}, and yours is ${this.expected}. Read it again.`
  }
}

/** A quota of the organization that owns the dataset is used up. */
export class QuotaExceeded extends Schema.TaggedError<QuotaExceeded>()("QuotaExceeded", {
  quota: Schema.Literal("samples", "bytes"),
  organization: Schema.String,
  limit: Schema.Int,
  used: Schema.Int,
}) {
  get code() {
    return "quota_exceeded"
  }
  override get message() {
    const what = this.quota === "bytes" ? "bytes of files" : "samples"
    return `The organization has a quota of ${this.limit} ${what} and uses ${this.used}. A site admin can raise it.`
  }
}

/** There were too many requests about the datasets of an organization within a minute. */
export class RequestsExceeded extends Schema.TaggedError<RequestsExceeded>()("RequestsExceeded", {
  quota: Schema.Literal("requests"),
  organization: Schema.String,
  /** A number of requests a minute. */
  limit: Schema.Int,
  used: Schema.Int,
  /** In seconds. */
  retryAfter: Schema.Int,
}) {
  get code() {
    return "requests_exceeded"
  }
  override get message() {
    return `The organization has a quota of ${this.limit} requests per minute. Try again in ${this.retryAfter} seconds.`
  }
}

/** A URL whose validity has ended. */
export class UrlExpired extends Schema.TaggedError<UrlExpired>()("UrlExpired", {
  /** `release`, `export`, `asset file`: reads the file. `asset`: uploads it. */
  resource: Schema.Literal("release", "asset", "asset file", "export"),
}) {
  get code() {
    return "url_expired"
  }
  override get message() {
    if (this.resource === "asset") return "This URL has expired. Request a new upload."
    return this.resource === "asset file"
      ? "This URL has expired. Get the sample or the label again for a new one."
      : `This URL has expired. Request the ${this.resource} again to get a new one.`
  }
}

/** A file that is missing from the file store, completely or in part. */
export class FileGone extends Schema.TaggedError<FileGone>()("FileGone", {
  resource: Schema.Literal("release", "asset", "export"),
}) {
  get code() {
    return "file_gone"
  }
  override get message() {
    const again = this.resource === "asset" ? "upload it again" : `make a new ${this.resource}`
    return `The file of this ${this.resource} is gone from the file store. Restore it from a backup, or ${again}.`
  }
}

/** A file above the size limit, which is in bytes. */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {
  /** In bytes. */
  limit: Schema.Int,
}) {
  get code() {
    return "too_large"
  }
  override get message() {
    return `The file is larger than ${this.limit} bytes.`
  }
}

/** A valid request that exceeds what can be processed. */
export class Unprocessable extends Schema.TaggedError<Unprocessable>()("Unprocessable", {
  /** The limited resource, and the maximum number. */
  resource: Resource,
  limit: Schema.Int,
}) {
  get code() {
    return "unprocessable"
  }
  override get message() {
    return `There are more than ${this.limit} ${this.resource}s, which is too many to process.`
  }
}

/** A label above the limits of checks. It is stored, but not checked. */
export class LabelTooLarge extends Schema.TaggedError<LabelTooLarge>()("LabelTooLarge", {
  /** `memory`: of the checking thread; the limit is in megabytes. */
  what: Schema.Literal("frames", "cuboids", "memory"),
  limit: Schema.Int,
}) {
  get code() {
    return "label_too_large"
  }
  override get message() {
    switch (this.what) {
      case "frames":
        return `The label has more than ${this.limit} frames, which is too large to check.`
      case "cuboids":
        return `A frame of the label has more than ${this.limit} cuboids, which is too large to check.`
      case "memory":
        return `The label takes more than ${this.limit} MB of memory, which is too large to check.`
    }
  }
}

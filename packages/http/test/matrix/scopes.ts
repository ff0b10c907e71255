/** What the scope of a key adds to the table: what the owner's calls are answered with, when the key has it. */
import { allows, type EmbedGrant } from "@annotary/core"
import type { Row } from "./rows.ts"

export interface ScopeCase {
  readonly scope: {
    readonly readOnly?: boolean
    readonly dataset?: string
    readonly role?: "labeler" | "reviewer" | "manager" | "admin"
    /** Of an embed token: the account whose webhooks it manages. */
    readonly webhooks?: string
  }
  /** Whether it is an embed token in place of an API key. */
  readonly embedded?: boolean
  /** The rights that the embed token was created with. */
  readonly grants?: ReadonlyArray<EmbedGrant>
  /** Whether its dataset is another one than that of the call. */
  readonly elsewhere?: boolean
}

export const scopeCases = {
  "read-only": { scope: { readOnly: true } },
  "one dataset": { scope: { dataset: "owner/cars" } },
  "another dataset": { scope: { dataset: "owner/other" }, elsewhere: true },
  "labeler alone": { scope: { role: "labeler" } },
  "read-only, one dataset, labeler alone": {
    scope: { readOnly: true, dataset: "owner/cars", role: "labeler" },
  },
  "webhooks alone": { scope: { webhooks: "owner" }, embedded: true },
  "embedded, admin of one dataset": { scope: { dataset: "owner/cars", role: "admin" }, embedded: true },
  "embedded, admin of one dataset with collaborators": {
    scope: { dataset: "owner/cars", role: "admin" },
    embedded: true,
    grants: ["collaborators"],
  },
  "embedded, labeler of one dataset": { scope: { dataset: "owner/cars", role: "labeler" }, embedded: true },
  "webhooks alone, with their secrets": {
    scope: { webhooks: "owner" },
    embedded: true,
    grants: ["webhook_secrets"],
  },
  "webhooks alone, with their end": {
    scope: { webhooks: "owner" },
    embedded: true,
    grants: ["disable_webhooks"],
  },
} as const satisfies { readonly [name: string]: ScopeCase }

/** The answer to a scoped key: the status, and the limit that a refusal names. */
export interface ScopedAnswer {
  readonly status: number
  readonly limit?: "read_only" | "dataset" | "role" | "webhooks"
}

/** Reads of what concerns accounts, and not the caller or a dataset alone. */
const accountReads =
  /^(users\.(keys|audit|list|sessions)|assets\.(references|list)|organizations\.|models\.|invitations\.|buckets\.|webhooks\.(?!listEventTypes)|organizationWebhooks\.|feed\.|organizationFeed\.)/
/** Changes of accounts, and what creates or moves datasets. */
const accountChanges =
  /^(users\.(?!me|get|webhooks)|organizations\.|models\.|invitations\.|buckets\.|webhooks\.(?!listEventTypes|keySet)|organizationWebhooks\.|feed\.|organizationFeed\.|datasets\.(create|createFor|clone|transfer)$|collaborators\.join|assets\.remove)/
/** About the webhooks of the caller's own account. */
const ownWebhooks = /^(webhooks\.|feed\.|users\.(webhooks|enableWebhooks|disableWebhooks)$)/
/** Reads of a secret. */
const secrets = /\.secret$/
/** What an embed token does with a grant alone. */
const granted: Readonly<Record<EmbedGrant, RegExp>> = {
  collaborators: /^collaborators\.(add|change|remove)$/,
  webhook_secrets: /^webhooks\.(secret|rotate\w*)$/,
  disable_webhooks: /^(users\.disableWebhooks|feed\.disable)$/,
}
/** About another dataset than that of the fixture, whatever the path says. */
const otherDatasets = /^jobs\./
/** The answer has no rows of the dataset, but is an answer. */
const lists = /^(datasets\.(listMine|listOf)|claims\.mine)$/

export const scopedAnswer = (
  row: Row,
  { elsewhere = false, embedded = false, grants = [], scope }: ScopeCase,
  method: string,
): ScopedAnswer => {
  const { endpoint, rule, status } = row
  // An API key has no session, whatever its scope.
  if (rule === "anyone" || endpoint.startsWith("console.")) return { status }
  const isAccount = accountChanges.test(endpoint) || accountReads.test(endpoint)
  const changes = method !== "GET" || secrets.test(endpoint)
  const isGranted = Object.entries(granted).every(
    ([grant, calls]) => !calls.test(endpoint) || grants.some((own) => own === grant),
  )
  if (embedded && !isGranted && rule !== "site_admin")
    return { status: 403, limit: scope.webhooks === undefined ? "dataset" : "webhooks" }
  if (scope.webhooks !== undefined) {
    if (ownWebhooks.test(endpoint)) return { status }
    if (isAccount || method !== "GET") return { status: 403, limit: "webhooks" }
    if (rule === "site_admin") return { status: 403 }
    return { status: rule === "person" || lists.test(endpoint) ? status : 404 }
  }
  if (scope.readOnly === true && changes) return { status: 403, limit: "read_only" }
  const limited = scope.dataset !== undefined || scope.role !== undefined
  if (limited && isAccount) return { status: 403, limit: scope.dataset === undefined ? "role" : "dataset" }
  if (rule === "site_admin") return { status: 403 }
  if (rule === "person" || rule === "organization_admin" || rule === "organization_member") return { status }
  if (lists.test(endpoint)) return { status }
  if (elsewhere || (scope.dataset !== undefined && otherDatasets.test(endpoint))) return { status: 404 }
  // The owner is no model.
  if (rule === "prelabel") return { status: 403 }
  if (scope.role === undefined || allows(scope.role, rule, { public: false })) return { status }
  return { status: 403 }
}

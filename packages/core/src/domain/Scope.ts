/** Scopes: limits of an API key, or of a host's session, below the permissions of its person. */
import { DatasetId } from "./Ids.ts"
import type { Username } from "./Names.ts"
import { type DatasetRole, type EmbedGrant, type GrantedRole, roleOrder } from "./User.ts"

/** A limit below the permissions of a person. The limits add up. */
export interface Scope {
  /** Whether it may only read: every call that the API makes with another method than `GET` is refused. */
  readonly readOnly: boolean
  /** The only dataset that exists for it. Null for all datasets of the person. */
  readonly datasetId: DatasetId | null
  /** The highest role that it has on any dataset. Null for the person's own roles. */
  readonly role: GrantedRole | null
  /** The only account whose webhooks it manages. It permits nothing else. Null without this limit. */
  readonly webhooksOf: Username | null
  /** Whether it is that of an embed token, which a page of another application has: it lets nobody in. */
  readonly embedded?: boolean
  /** The rights that an embed token was created with. Absent without any. */
  readonly embedGrants?: ReadonlyArray<EmbedGrant>
}

/** The id of no dataset: the dataset of a scope for which none exists. */
export const noDataset: DatasetId = DatasetId.make("00000000-0000-0000-0000-000000000000")

/** The part of a scope that refuses a call. */
export type ScopeLimit = "read_only" | "dataset" | "role" | "webhooks"

/** The limit of a scope to datasets or webhooks, or null without one. Such a scope excludes what else concerns accounts. */
export const getDatasetLimit = ({ datasetId, role, webhooksOf }: Scope): ScopeLimit | null =>
  webhooksOf !== null ? "webhooks" : datasetId !== null ? "dataset" : role !== null ? "role" : null

/** The lower of the role and the highest role of the scope. */
export const limitRole = (role: DatasetRole, scope: Scope | null): DatasetRole => {
  const highest = scope?.role ?? null
  return highest === null || roleOrder.indexOf(role) <= roleOrder.indexOf(highest) ? role : highest
}

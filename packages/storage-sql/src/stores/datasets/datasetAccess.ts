/** Reads a dataset and one user's role on it in one statement. */
import {
  chooseHigherRole,
  type DatasetAccess,
  type DatasetRef,
  type GrantedRole,
  nameKey,
  type Role,
  type Username,
} from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import type { DialectLookups } from "../../dialect/lookups.ts"
import { flag, nullable, number, type RawRow, text } from "../../rows/columns.ts"
import { datasets } from "../../rows/datasets.ts"
import type { ListQuery } from "../../statements/Statements.ts"

/** The columns of {@link decodeAccess}; a prefix distinguishes those of the dataset. */
export const selectAccessColumns = (prefix = ""): string => `${datasets.select("d", prefix)},
  CASE WHEN o.feed_since IS NULL THEN o.webhooks_enabled ELSE 1 END AS "records_events", q.organization AS "quota_organization", q.requests_limit AS "requests_limit",
  me.username AS "me_username", m.role AS "member_role", c.role AS "collaborator_role", p.reason AS "pause_reason"`

const recordsEvents = flag("records_events")
const requestsLimit = nullable(number("requests_limit"))
const me = nullable(text<Username>("me_username"))
const memberRole = nullable(text<Role>("member_role"))
const pauseReason = nullable(text<string>("pause_reason"))
const collaboratorRole = nullable(text<GrantedRole>("collaborator_role"))

/** Joins the owner of the dataset `d` and the memberships of the user between the two parts. */
const [joinOwner, joinMemberships] = [
  `JOIN users o ON o.username = d.owner
    LEFT JOIN quotas q ON q.organization = d.owner LEFT JOIN users me ON me.username =`,
  `AND me.disabled_at IS NULL AND me.is_organization = 0
    LEFT JOIN members m ON m.organization = d.owner AND m.username = me.username
    LEFT JOIN collaborators c ON c.dataset_id = d.id AND c.username = me.username
    LEFT JOIN pauses p ON p.dataset_id = d.id AND p.username = me.username`,
]

/** The joins that {@link selectAccessColumns} needs, with one parameter: the user. */
export const joinAccess = `${joinOwner} ? ${joinMemberships}`

/** Live datasets with the memberships of the user between the two parts; conditions may follow with AND. */
const [beforeUser, afterUser] = [
  `SELECT ${selectAccessColumns()} FROM datasets d ${joinOwner}`,
  `${joinMemberships} WHERE d.deleted_at IS NULL`,
]

/** Selects live datasets with the user's memberships; conditions may follow with AND. */
export const selectAccess = (sql: SqlClient.SqlClient, user: Username | null): Statement.Fragment =>
  sql`${sql.literal(beforeUser)} ${user ?? ""} ${sql.literal(afterUser)}`

const makeAccessText = (which: string) => `${beforeUser} ? ${afterUser} AND ${which}`

/** Makes the query of one dataset with the user's memberships. */
export const makeAccessQuery = (lookups: DialectLookups) => {
  const { datasetById, datasetBySample } = lookups
  const texts = {
    Name: makeAccessText("d.owner_key = ? AND d.name_key = ?"),
    Id: makeAccessText("d.id = ?"),
    Sample: makeAccessText(`d.id = ${datasetBySample.text}`),
    Issue: makeAccessText(`d.id = (SELECT i.dataset_id FROM issues i
    JOIN samples s ON s.dataset_id = i.dataset_id AND s.id = i.sample_id AND s.deleted_at IS NULL
    WHERE i.dataset_id = ${datasetById.text} AND i.id = ?)`),
  }
  const toParams = (ref: DatasetRef): ReadonlyArray<string> => {
    switch (ref._tag) {
      case "Name":
        return [nameKey(ref.owner), nameKey(ref.name)]
      case "Id":
        return [ref.id]
      case "Sample":
        return datasetBySample.params(ref.id)
      case "Issue":
        return [...datasetById.params(ref.id), ref.id]
    }
  }
  return (ref: DatasetRef, user: Username | null): ListQuery => ({
    text: texts[ref._tag],
    params: [user ?? "", ...toParams(ref)],
  })
}

export const decodeAccess = (raw: RawRow, prefix = ""): DatasetAccess => {
  const dataset = datasets.decode(raw, prefix)
  return {
    dataset,
    role: computeRole(
      me.read(raw.me_username) === dataset.owner,
      memberRole.read(raw.member_role),
      collaboratorRole.read(raw.collaborator_role),
    ),
    pauseReason: pauseReason.read(raw.pause_reason),
    recordsEvents: recordsEvents.read(raw.records_events),
    ownerQuota:
      raw.quota_organization === null ? null : { requestsPerMinute: requestsLimit.read(raw.requests_limit) },
  }
}

/** An organization's admins own its datasets; other users have the higher of their two roles. */
export const computeRole = (
  owns: boolean,
  member: Role | null,
  collaborator: GrantedRole | null,
): GrantedRole | "owner" | null => {
  if (owns || member === "admin") return "owner"
  if (member === null || collaborator === null) return member ?? collaborator
  return chooseHigherRole(member, collaborator)
}

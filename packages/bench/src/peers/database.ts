/**
 * The same requests by a careful programmer with bare SQLite: our tables, prepared statements, the key cached for two
 * seconds, the role queried for every request.
 */
import { createHash } from "node:crypto"
import { makeMonotonicUuids } from "@annotary/core/effect"
import Database from "better-sqlite3"
import type { World } from "../harness/world.ts"

const keyMillis = 2000

const roleText = `SELECT d.id AS id, d.owner AS owner, d.name AS name, me.username AS username, m.role AS member,
    c.role AS collaborator, d.public AS public, d.archived AS archived, o.webhooks_enabled AS webhooks
  FROM datasets d JOIN users o ON o.username = d.owner
  LEFT JOIN users me ON me.username = ? AND me.disabled_at IS NULL AND me.is_organization = 0
  LEFT JOIN members m ON m.organization = d.owner AND m.username = me.username
  LEFT JOIN collaborators c ON c.dataset_id = d.id AND c.username = me.username
  WHERE d.deleted_at IS NULL AND d.id =`

export interface Role {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly username: string | null
  readonly member: string | null
  readonly collaborator: string | null
  readonly public: number
  readonly archived: number
}

export interface PeerDatabase {
  readonly database: Database.Database
  /** The user of an Authorization header. */
  readonly findUser: (header: string | undefined) => string | undefined
  /** The role of a user on the dataset of a sample, and on a dataset by name. */
  readonly bySample: Database.Statement<[user: string, sample: string], Role>
  readonly byName: Database.Statement<[user: string, owner: string, name: string], Role>
  readonly canUse: (role: Role | undefined) => role is Role
  readonly id: () => string
}

export const openDatabase = ({ copy }: World): PeerDatabase => {
  const database = new Database(copy)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = NORMAL")
  database.pragma("foreign_keys = ON")
  database.pragma("cache_size = -65536")
  const key = database.prepare<[string], { readonly username: string; readonly digest: string }>(
    `SELECT k.username AS username, k.digest AS digest FROM api_keys k JOIN users u ON u.username = k.username
     WHERE k.id = ? AND k.revoked_at IS NULL AND u.disabled_at IS NULL`,
  )
  const bySample = database.prepare<[string, string], Role>(
    `${roleText} (SELECT s.dataset_id FROM directory home
       JOIN samples s ON s.dataset_id = home.dataset_id AND s.id = home.id
       WHERE home.id = ? AND s.deleted_at IS NULL)`,
  )
  const byName = database.prepare<[string, string, string], Role>(
    `${roleText} (SELECT id FROM datasets WHERE owner_key = ? AND name_key = ? AND deleted_at IS NULL)`,
  )
  const cachedUsers = new Map<string, { readonly username: string; readonly until: number }>()
  const ids = makeMonotonicUuids()

  const findUser = (header: string | undefined): string | undefined => {
    const secret = header?.replace(/^APIKey /, "") ?? ""
    const digest = createHash("sha256").update(secret).digest("hex")
    const now = Date.now()
    const before = cachedUsers.get(digest)
    if (before !== undefined && before.until > now) return before.username
    const keyRow = key.get(secret.slice(4, 12))
    if (keyRow === undefined || keyRow.digest !== digest) return undefined
    cachedUsers.set(digest, { username: keyRow.username, until: now + keyMillis })
    return keyRow.username
  }

  const canUse = (role: Role | undefined): role is Role =>
    role !== undefined &&
    (role.username === role.owner || role.member !== null || role.collaborator !== null || role.public === 1)

  return { database, findUser, bySample, byName, canUse, id: () => ids.next(Date.now()) }
}

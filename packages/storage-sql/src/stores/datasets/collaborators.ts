/** The methods of DatasetStore on collaborators and roles. */
import {
  type Collaborator,
  type DatasetId,
  type GrantedRole,
  nameKey,
  type Role,
  type Username,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { insideTransaction } from "../../database/failures.ts"
import type { PersonLocks } from "../../dialect/Dialect.ts"
import { users } from "../../rows/accounts.ts"
import { nullable, type RawRow, text } from "../../rows/columns.ts"
import { decodeAll, decodeFirst, hasRows, splitIntoChunks } from "../../rows/results.ts"
import { computeRole } from "./datasetAccess.ts"
import { lockDataset } from "./locks.ts"

const role = text<GrantedRole>("role")
const memberRole = nullable(text<Role>("member_role"))
const collaboratorRole = nullable(text<GrantedRole>("collaborator_role"))
const columns = `${users.select("u")}, c.role AS "role"`
const decode = (raw: RawRow): Collaborator => ({ user: users.decode(raw), role: role.read(raw.role) })

export const makeCollaboratorQueries = (database: DatabaseShape) => {
  const { sql, dialect, query, atomic, whileInside } = database
  const ofCollaborator = dialect.forUpdateOf("c")
  const joined = sql.literal(`SELECT ${columns} FROM collaborators c JOIN users u ON u.username = c.username`)
  return {
    collaborators: (id: DatasetId) =>
      query(
        "DatasetStore.collaborators",
        sql`${joined} WHERE c.dataset_id = ${id} ORDER BY u.username_key`,
      ).pipe(Effect.map(decodeAll(decode))),
    collaborator: (id: DatasetId, user: string) =>
      query(
        "DatasetStore.collaborator",
        Effect.flatMap(
          whileInside(ofCollaborator),
          (lock) => sql`${joined} WHERE c.dataset_id = ${id} AND u.username_key = ${nameKey(user)} ${lock}`,
        ),
      ).pipe(Effect.map(decodeFirst(decode))),
    addCollaborator: (id: DatasetId, user: Username, given: GrantedRole) =>
      atomic(
        "DatasetStore.addCollaborator",
        Effect.zipRight(
          lockDataset(database, id),
          sql`INSERT INTO collaborators ${sql.insert({ dataset_id: id, username: user, role: given })}
            ON CONFLICT DO NOTHING RETURNING username`,
        ),
      ).pipe(Effect.map(hasRows)),
    setCollaborator: (id: DatasetId, user: Username, given: GrantedRole) =>
      query(
        "DatasetStore.setCollaborator",
        sql`UPDATE collaborators SET role = ${given} WHERE dataset_id = ${id} AND username = ${user} RETURNING username`,
      ).pipe(Effect.map(hasRows)),
    removeCollaborator: (id: DatasetId, user: Username) =>
      query(
        "DatasetStore.removeCollaborator",
        sql`DELETE FROM collaborators WHERE dataset_id = ${id} AND username = ${user} RETURNING username`,
      ).pipe(Effect.map(hasRows)),
    rolesOf: (id: DatasetId, names: ReadonlyArray<Username>) =>
      Effect.forEach(splitIntoChunks([...new Set(names)]), (chunk) =>
        query("DatasetStore.rolesOf", readRoles(id, chunk)),
      ).pipe(Effect.map((pages) => new Map(pages.flat().flatMap(decodeRole)))),
    shareDataset: (a: Username, b: Username) =>
      query(
        "DatasetStore.shareDataset",
        sql`SELECT 1 AS n FROM collaborators c JOIN datasets d ON d.id = c.dataset_id AND d.deleted_at IS NULL
            WHERE c.username = ${a} AND (d.owner = ${b} OR EXISTS
              (SELECT 1 FROM collaborators x WHERE x.dataset_id = c.dataset_id AND x.username = ${b}))
            UNION ALL
            SELECT 1 AS n FROM collaborators c JOIN datasets d ON d.id = c.dataset_id AND d.deleted_at IS NULL
            WHERE c.username = ${b} AND d.owner = ${a}`,
      ).pipe(Effect.map(hasRows)),
  }

  /** Locks what it reads: inside a transaction, the roles cannot be removed until it ends. */
  function readRoles(id: DatasetId, names: ReadonlyArray<Username>) {
    const read = ({ person, roles: shared }: PersonLocks) =>
      sql<RawRow>`SELECT u.username AS "username", d.owner AS "owner", m.role AS "member_role",
          c.role AS "collaborator_role"
        FROM datasets d JOIN users u ON ${sql.in("u.username", names)} AND u.disabled_at IS NULL AND u.is_organization = 0
        LEFT JOIN (SELECT * FROM members WHERE organization = (SELECT owner FROM datasets WHERE id = ${id})
          AND ${sql.in("username", names)} ${shared}) m ON m.username = u.username
        LEFT JOIN (SELECT * FROM collaborators WHERE dataset_id = ${id} AND ${sql.in("username", names)} ${shared}) c
          ON c.username = u.username
        WHERE d.id = ${id} AND d.deleted_at IS NULL ORDER BY u.username ${person}`
    const none = sql.literal("")
    return Effect.flatMap(insideTransaction, (inside) =>
      inside ? dialect.sharePersons(sql, read) : read({ roles: none, person: none }),
    )
  }
}

const decodeRole = (raw: RawRow): ReadonlyArray<readonly [Username, GrantedRole | "owner"]> => {
  const name = text<Username>("username").read(raw.username)
  const effectiveRole = computeRole(
    name === raw.owner,
    memberRole.read(raw.member_role),
    collaboratorRole.read(raw.collaborator_role),
  )
  return effectiveRole === null ? [] : [[name, effectiveRole]]
}

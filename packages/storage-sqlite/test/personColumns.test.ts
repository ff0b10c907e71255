/** The columns that an erasure changes are all columns that name people: compared with the schema. */
import { readFileSync } from "node:fs"
import { datasetColumns, otherColumns } from "@annotary/storage-sql"
import { assert, describe, it } from "vitest"

const schema = readFileSync(new URL("schema.sql", import.meta.url), "utf8")

/** Columns that look like people, and why they are none, or how else they are handled. */
const others: Readonly<Record<string, string>> = {
  "users.username": "the account itself",
  "members.username": "deleted with the account",
  "members.organization": "an organization",
  "api_keys.username": "deleted with the account",
  "quotas.organization": "an organization",
  "sessions.username": "deleted with the account",
  "sign_in_tokens.username": "deleted with the account",
  "invitations.created_by": "deleted with the account",
  "buckets.organization": "an organization",
  "buckets.account": "an account of Azure",
  "invitations.organization": "an organization",
  "linked_identities.username": "deleted with the account",
  "given_roles.username": "deleted with the account",
  "given_roles.organization": "an organization",
  "collaborators.username": "deleted with the account",
  "datasets.owner": "changed with its key",
  "datasets.created_by": "changed with the owner",
  "datasets.cloned_from": "begins with a name: changed with the owner",
  "idempotency.caller": "deleted",
  "webhook_endpoints.owner": "deleted with the account",
  "webhook_key_sets.owner": "deleted with the account",
  "webhook_deliveries.leased_by": "a process",
  "outbox.owner": "deleted with the event",
}

const looksLikePeople =
  /^(actor|account|caller|holder|owner|username|organization|cloned_from|.*_by|.*user|.*(labeler|reviewer|rejecter))$/

const columns = schema.split(/;\n/).flatMap((statement) => {
  const table = /^\s*CREATE TABLE (\w+)/.exec(statement)?.[1]
  if (table === undefined) return []
  return [...statement.matchAll(/[(,]\s*(\w+) TEXT/g)].map(([, column = ""]) => ({ table, column }))
})

describe("the columns of an erasure", () => {
  it("are all that name people", () => {
    const known = { ...datasetColumns, ...otherColumns }
    assert.isAbove(columns.length, 100)
    const missing = columns.filter(
      ({ column, table }) =>
        looksLikePeople.test(column) &&
        known[table]?.includes(column) !== true &&
        others[`${table}.${column}`] === undefined,
    )
    assert.deepStrictEqual(missing, [])
  })

  it("are in the schema", () => {
    for (const [table, names] of Object.entries({ ...datasetColumns, ...otherColumns }))
      for (const column of names) assert.deepInclude(columns, { table, column })
  })
})

/** Holds the database file against the ledger: what was acknowledged and is not there. */
import type { Database } from "better-sqlite3"
import type { Ledger } from "./Ledger.ts"

export const missingFrom = (database: Database, ledger: Ledger): ReadonlyArray<string> => [
  ...missingSamples(database, ledger),
  ...missingWrites(database, ledger),
  ...missingReviews(database, ledger),
  ...halfBatches(database, ledger),
]

const missingSamples = (database: Database, ledger: Ledger): ReadonlyArray<string> => {
  const stored = new Map(
    pairs(
      database,
      `SELECT s.id, v.attributes FROM samples s JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content
       WHERE s.deleted_at IS NULL`,
    ),
  )
  const told = new Set(
    pairs(database, "SELECT json_extract(object, '$.uuid'), type FROM outbox WHERE type LIKE 'sample.%'").map(
      ([id, type]) => `${type} ${id}`,
    ),
  )
  const wrong: Array<string> = []
  for (const [id, attributes] of ledger.samples) {
    const found = stored.get(id)
    if (found === undefined && !ledger.perhapsDeleted.has(id)) wrong.push(`sample ${id} is gone`)
    if (found !== undefined && found !== attributes) wrong.push(`sample ${id} has other attributes: ${found}`)
    if (!told.has(`sample.created ${id}`)) wrong.push(`the creation of sample ${id} has no event`)
  }
  for (const id of ledger.deleted) {
    if (stored.has(id)) wrong.push(`sample ${id} is back`)
    if (!told.has(`sample.deleted ${id}`)) wrong.push(`the end of sample ${id} has no event`)
  }
  return wrong
}

/** A write is known by the token in its body: in the history, and in the event. */
const missingWrites = (database: Database, ledger: Ledger): ReadonlyArray<string> => {
  const history = new Set(
    pairs(
      database,
      `SELECT v.sample_id || ' ' || v.action, c.attributes FROM label_versions v
       JOIN label_contents c ON c.dataset_id = v.dataset_id AND c.id = v.content`,
    ).map(([at, attributes]) => `${at} ${tokenIn(attributes)}`),
  )
  const told = new Set(
    pairs(database, "SELECT id, object FROM outbox WHERE type = 'label.updated'").map(([, object]) =>
      tokenIn(object),
    ),
  )
  return [...ledger.writes].flatMap(([token, { action, sample }]) => [
    ...(history.has(`${sample} ${action} ${token}`)
      ? []
      : [`the ${action} ${token} of ${sample} is not in its history`]),
    ...(told.has(token) ? [] : [`the ${action} ${token} of ${sample} has no event`]),
  ])
}

const missingReviews = (database: Database, ledger: Ledger): ReadonlyArray<string> => {
  const work = new Set(
    pairs(database, "SELECT claim_id, action FROM workunits WHERE claim_id IS NOT NULL").map(
      ([id, action]) => `${id} ${action}`,
    ),
  )
  return [...ledger.reviews].flatMap(([claim, { action, sample }]) =>
    work.has(`${claim} ${action}`) ? [] : [`the ${action} of ${sample} left no workunit`],
  )
}

const halfBatches = (database: Database, ledger: Ledger): ReadonlyArray<string> => {
  const isThere = database.prepare("SELECT 1 FROM samples WHERE name = ?")
  return ledger.openBatches.flatMap((names) => {
    const there = names.filter((name) => isThere.get(name) !== undefined).length
    return there === 0 || there === names.length ? [] : [`${there} of a batch of ${names.length} are there`]
  })
}

const pairs = (database: Database, sql: string): ReadonlyArray<readonly [string, string]> =>
  database
    .prepare(sql)
    .raw()
    .all()
    .map((row) => (Array.isArray(row) ? [String(row[0]), String(row[1])] : ["", ""]))

const tokenIn = (text: string): string => /"token":"([^"]+)"/.exec(text)?.[1] ?? ""

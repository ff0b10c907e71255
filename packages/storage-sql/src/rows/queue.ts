/** Claims and places as columns of the queue's row. The pool, and a sample without a labeler, have an empty username. */

import { type Claim, fromMillis, type QueueKey, type QueueName, toMillis } from "@annotary/core/effect"
import type { DialectWords } from "../dialect/Dialect.ts"
import { type Column, number, type Primitive, table, text, toNumber } from "./columns.ts"

const queueNumbers = { labeling: 1, reviewing: 2, prelabeling: 3 } as const

export const queueNumber = (queue: QueueName): 1 | 2 | 3 => queueNumbers[queue]

const queueNames: ReadonlyArray<QueueName | undefined> = [undefined, "labeling", "reviewing", "prelabeling"]

const queueName = (name: string): Column<QueueName> => ({
  name,
  read: (raw) => queueNames[toNumber(name, raw)] ?? "labeling",
  write: queueNumber,
})

const millis = (name: string): Column<Claim["expiresAt"]> => ({
  name,
  read: (raw) => fromMillis(toNumber(name, raw)),
  write: toMillis,
})

export const claims = table<Claim>({
  id: text("claim_id"),
  datasetId: text("dataset_id"),
  sampleId: text("sample_id"),
  queue: queueName("queue"),
  holder: text("holder"),
  step: number("step"),
  claimedAt: millis("claimed_at"),
  expiresAt: millis("lease_until"),
})

/** The columns for RETURNING, which has no alias. */
export const claimNames = claims.names.join(", ")

/** The columns of a place. */
export const queueKeyColumns = ["np", "own_step", "own_user", "open_step", "open_user", "labeler"] as const

/** The values of a place. */
export const toPlaceColumns = ({
  labeler,
  np,
  open,
  own,
}: QueueKey): { readonly [Column in (typeof queueKeyColumns)[number]]: Primitive } => ({
  np,
  own_step: own === null ? null : own.step,
  own_user: own === null ? null : (own.user ?? ""),
  open_step: open === null ? null : open.step,
  open_user: open === null ? null : (open.user ?? ""),
  labeler: labeler ?? "",
})

/** Each column is named: objects of a literal that spreads another one have a hidden class each in Node.js 20. */
export const toQueueRow = (dataset: Claim["datasetId"], key: QueueKey): Record<string, Primitive> => {
  const { labeler, np, open_step, open_user, own_step, own_user } = toPlaceColumns(key)
  const sample_id = key.sampleId
  return { dataset_id: dataset, sample_id, np, own_step, own_user, open_step, open_user, labeler }
}

/** The columns that say where other claims find a row in the queue. */
export const queuePositionNames = "np, sample_id, own_step, open_step, open_user"

/** Assignments that end a lease. The id of the claim stays until the next one, so that RETURNING can return it. */
export const freed = "holder = NULL, queue = NULL, step = NULL, claimed_at = NULL, lease_until = NULL"

/**
 * Assignments that end a lease which is then recorded. Its holder, its queue and its times stay until the next recorded end, because
 * RETURNING can return only what a row has afterwards. The lease ends at `nowMillis`, the database's time, unless it ended before: without CASE,
 * which databases of several nodes refuse around the time.
 */
export const makeRecordedFree = ({ least, nowMillis }: Pick<DialectWords, "least" | "nowMillis">): string =>
  `ended_user = holder, ended_queue = queue, ended_from = claimed_at,
  ended_until = ${least}(lease_until, ${nowMillis}), ${freed}`

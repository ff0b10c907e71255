/** Rows of samples that several people label. Everybody, and nobody who saved work, have an empty username. */
import {
  type BriefOverlap,
  type Claim,
  computeSha256Hex,
  fromMillis,
  type Overlap,
  type OverlapLabel,
  type OverlapLease,
  type OverlapPlace,
  type Timestamp,
  toMillis,
  type Username,
} from "@annotary/core/effect"
import {
  type Column,
  nullable,
  number,
  type Primitive,
  type RawRow,
  table,
  text,
  toNumber,
} from "./columns.ts"
import { queueNumber } from "./queue.ts"

export type OverlapHead = Omit<Overlap, "labelers" | "places">

const commonColumns = {
  datasetId: text<Overlap["datasetId"]>("dataset_id"),
  sampleId: text<Overlap["sampleId"]>("sample_id"),
  overlap: number("overlap"),
  state: text<Overlap["state"]>("state"),
  np: number("np"),
  decidedAt: nullable(text<Timestamp>("decided_at")),
  decidedBy: nullable(text<Username>("decided_by")),
  decidedFor: nullable(text<Username>("decided_for")),
}

export const overlapHeads = table<OverlapHead>({ ...commonColumns, agreement: nullable(text("agreement")) })

export const briefOverlapHeads = table<Omit<BriefOverlap, "labelers" | "places">>({
  ...commonColumns,
  score: nullable(number("score")),
})

export const overlapLabels = table<OverlapLabel>({
  datasetId: text("dataset_id"),
  sampleId: text("sample_id"),
  labeler: text("labeler"),
  version: text("version"),
  status: text("status"),
  attributes: nullable(text("attributes")),
  score: nullable(number("score")),
  rating: nullable(number("rating")),
  comment: nullable(text("comment")),
  configVersion: number("config_version"),
  time: nullable(number("time_ms")),
  inactiveTime: nullable(number("inactive_ms")),
  createdAt: text("created_at"),
})

const makeUser = (name: string): Column<Username | null> => {
  const column = text<Username>(name)
  return { name, read: (raw) => (raw === "" ? null : column.read(raw)), write: (value) => value ?? "" }
}

/** Stands where no person may take a place: nobody has this name. A place of a gold sample is given out only by the turn of a person. */
const noUser = " "

const openUser = makeUser("open_user")
const ownUser = makeUser("own_user")
const claimId = nullable(text<Claim["id"]>("claim_id"))
const holder = text<Username>("holder")
const step = number<OverlapLease["step"]>("step")

/** The columns of a place, for a SELECT. */
export const placeNames =
  "sample_id, place, queue, open_user, own_user, claim_id, holder, step, claimed_at, lease_until"

/** The people whose labels are in: equal for equal ones, whatever their order. `''` is unknown, as in rows of earlier versions. */
const formatFinished = (labelers: ReadonlyArray<Username>): string =>
  labelers.length === 0 ? "-" : computeSha256Hex(labelers.toSorted().join("\n")).slice(0, 32)

/** The rows of the places of a sample. The labelers are the same for each, and may be many. */
export const encodePlaces = (overlap: Overlap): ReadonlyArray<Record<string, Primitive>> => {
  if (overlap.places.length === 0) return []
  const finished = formatFinished(overlap.labelers)
  return overlap.places.map((place) => encodePlace(overlap, place, finished))
}

const encodePlace = (
  { datasetId, np, sampleId, state }: Overlap,
  { lease, openUser: open, ownUser: own, place, queue }: OverlapPlace,
  finished: string,
): Record<string, Primitive> => ({
  dataset_id: datasetId,
  sample_id: sampleId,
  place,
  queue: queueNumber(queue),
  np,
  open_user: state === "gold" ? noUser : openUser.write(open),
  own_user: ownUser.write(own),
  finished,
  ...encodeLease(lease),
})

/** The columns of a lease; null for none. */
export const encodeLease = (lease: OverlapLease | null): Record<string, Primitive> => ({
  claim_id: lease === null ? null : lease.claimId,
  holder: lease === null ? null : lease.holder,
  step: lease === null ? null : lease.step,
  claimed_at: lease === null ? null : toMillis(lease.claimedAt),
  lease_until: lease === null ? null : toMillis(lease.expiresAt),
})

export const decodePlace = (row: RawRow): OverlapPlace => ({
  place: toNumber("place", row.place),
  queue: toNumber("queue", row.queue) === 1 ? "labeling" : "reviewing",
  openUser: row.open_user === noUser ? null : openUser.read(row.open_user),
  ownUser: ownUser.read(row.own_user),
  lease: decodeLease(row),
})

const decodeLease = (row: RawRow): OverlapLease | null => {
  const id = claimId.read(row.claim_id)
  if (id === null) return null
  return {
    claimId: id,
    holder: holder.read(row.holder),
    step: step.read(row.step),
    claimedAt: fromMillis(toNumber("claimed_at", row.claimed_at)),
    expiresAt: fromMillis(toNumber("lease_until", row.lease_until)),
  }
}

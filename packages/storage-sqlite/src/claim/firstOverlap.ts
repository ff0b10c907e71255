/**
 * The common claim where several people label a sample: one statement for a person without claims, when nothing but free places waits. It finds
 * no row where anything else could come first: work that the person saved, samples without overlap, assigned samples, leases that have ended.
 */
import { type FirstOverlapRequest, longestLease } from "@annotary/core/effect"
import { claimNames, type Query } from "@annotary/storage-sql"
import { nowMillis } from "../dialect/words.ts"

const freeSamples = "WHERE dataset_id = ? AND holder IS NULL"
const places = "overlap_places INDEXED BY overlap_places_open WHERE dataset_id = ? AND queue = 1"
const leased = "overlap_places INDEXED BY overlap_places_lease WHERE dataset_id = ? AND holder IS NOT NULL"

/** Everything that may come first. */
const rivals: ReadonlyArray<string> = [
  "sample_queue INDEXED BY q_held WHERE holder = ? AND dataset_id = ? AND queue = 1",
  `sample_queue INDEXED BY q_own ${freeSamples} AND own_user = ? AND own_step < 10`,
  `sample_queue INDEXED BY q_open ${freeSamples} AND open_user = ? AND open_step = 3`,
  `sample_queue INDEXED BY q_open ${freeSamples} AND open_user = '' AND open_step = 4`,
  `sample_queue INDEXED BY q_lease WHERE dataset_id = ? AND holder IS NOT NULL AND lease_until <= ${nowMillis}`,
  "overlap_places INDEXED BY overlap_places_held WHERE holder = ? AND dataset_id = ? AND queue = 1",
  `${places} AND own_user = ?`,
  `${places} AND own_user = '' AND open_user = ?`,
  `${leased} AND lease_until > ${nowMillis} + ${longestLease}`,
]

/** Not more: a person may have labeled any number of the samples of these. */
const freePlaces = `SELECT sample_id, place, np FROM overlap_places INDEXED BY overlap_places_free
  WHERE dataset_id = ? AND queue = 1 AND own_user = '' AND open_user = '' AND holder IS NULL ORDER BY np, sample_id LIMIT 16`

const first = `SELECT f.sample_id, f.place FROM (${freePlaces}) AS f
  WHERE NOT EXISTS (SELECT 1 FROM overlap_labels l
    WHERE l.dataset_id = ? AND l.sample_id = f.sample_id AND l.labeler = ? AND l.status <> 'LABELING_IN_PROGRESS')
  ORDER BY f.np, f.sample_id LIMIT 1`

const firstText = `UPDATE overlap_places SET holder = ?, claim_id = ?, step = 4, claimed_at = ${nowMillis}, lease_until = ${nowMillis} + ?
  WHERE dataset_id = ? AND (sample_id, place) = (${first})
    AND NOT EXISTS (SELECT 1 FROM overlap_places o
      WHERE o.dataset_id = ? AND o.sample_id = overlap_places.sample_id AND o.open_user <> '')
    AND NOT EXISTS (SELECT 1 FROM (SELECT np, sample_id FROM ${leased} AND lease_until <= ${nowMillis}
      AND queue = 1 AND own_user = '' AND open_user = '') AS e
      WHERE (e.np, e.sample_id) <= (overlap_places.np, overlap_places.sample_id))
    AND NOT EXISTS (SELECT 1 FROM overlap_labels l
      WHERE l.dataset_id = ? AND l.sample_id = overlap_places.sample_id AND l.labeler = ?)
    AND EXISTS (SELECT 1 FROM datasets WHERE id = ? AND deleted_at IS NULL)
    ${rivals.map((rows) => `AND NOT EXISTS (SELECT 1 FROM ${rows})`).join("\n    ")}
  RETURNING ${claimNames}`

export const makeFirstOverlapQuery = ({ datasetId, id, leaseSeconds, user }: FirstOverlapRequest): Query => ({
  text: firstText,
  params: [
    ...[user, id, Math.round(leaseSeconds * 1000), datasetId],
    ...[datasetId, datasetId, user, datasetId, datasetId, datasetId, user, datasetId],
    ...[user, datasetId, datasetId, user, datasetId, user, datasetId, datasetId],
    ...[user, datasetId, datasetId, user, datasetId, user, datasetId],
  ],
})

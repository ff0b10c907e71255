/** ClaimStore in memory. */
import { Effect, HashMap, Option } from "effect"
import type { ClaimId } from "../domain/Ids.ts"
import { toMillis } from "../domain/Timestamp.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import {
  claim,
  claimSample,
  findClaim,
  listClaims,
  listConcerning,
  openOn,
  readFacts,
  sortOldestFirst,
  view,
} from "./claims.ts"
import type { Database } from "./Database.ts"
import { countEnded, findEnded } from "./endedLeases.ts"
import {
  addLease,
  end,
  endOfClaim,
  findQueueRow,
  freeRow,
  setRow,
  shortenLeases,
  sweepExpired,
} from "./queueRows.ts"
import { findDatasetRows } from "./State.ts"

export const claimStore = (db: Database): typeof ClaimStore.Service =>
  ClaimStore.of({
    claim: (request) => db.write((state, now) => claim(state, request, now)),
    // Transactions run one after the other.
    takeTurn: () => Effect.void,
    claimSample: (request) => db.write((state, now) => claimSample(state, request, now)),
    countOpen: (dataset, user, queue) =>
      db.read((state, now) => {
        const claims = listClaims(state, user, now)
        return claims.filter((claim) => claim.datasetId === dataset && claim.queue === queue).length
      }),
    find: (id) => db.read((state, now) => findClaim(state, id, now)),
    findForUpdate: (id) => db.read((state, now) => findClaim(state, id, now)),
    lock: (dataset, samples) =>
      db.read((state, now) => {
        const claims = samples.flatMap((id) => openOn(state.queue, id, now))
        return new Map(
          claims.filter((claim) => claim.datasetId === dataset).map((claim) => [claim.sampleId, claim]),
        )
      }),
    renew: ({ datasetId, holder, id }, leaseSeconds) =>
      db.write((state, now) => {
        const claim = Option.getOrUndefined(findClaim(state, id, now))
        if (claim?.holder !== holder || claim.datasetId !== datasetId) return [Option.none(), state]
        const queue = addLease(state.queue, claim, now + leaseSeconds * 1000)
        return [Option.fromNullable(findQueueRow(queue, claim.sampleId)?.lease?.claim), { ...state, queue }]
      }),
    endOf: (id) => db.read((state, now) => endOfClaim(state.queue, id, now)),
    findEnded: (scope) => db.read((state) => findEnded(state, scope)),
    countEnded: (scope, until) => db.write((state) => [undefined, countEnded(state, scope, until)]),
    finish: ({ datasetId, id }, place) =>
      db.write(({ queue, ...state }) => {
        const sample = Option.getOrUndefined(HashMap.get(queue.claims, id))
        if (sample === undefined || findQueueRow(queue, sample)?.datasetId !== datasetId)
          return [undefined, { ...state, queue }]
        const freed = freeRow(queue, sample)
        const placed =
          place === undefined ? freed : setRow(freed, sample, { datasetId, key: place, lease: null })
        return [undefined, { ...state, queue: placed }]
      }),
    release: (dataset, samples, reason) =>
      db.write((state, now) => {
        const mine = samples.filter((id) => findQueueRow(state.queue, id)?.datasetId === dataset)
        return [undefined, { ...state, queue: mine.reduce(end(now, reason), state.queue) }]
      }),
    place: (dataset, keys) =>
      db.write((state) => {
        const rows = findDatasetRows(state, dataset)
        const existingKeys =
          rows === undefined ? [] : keys.filter((key) => HashMap.has(rows.samples, key.sampleId))
        const queue = existingKeys.reduce((all, key) => {
          const lease = findQueueRow(all, key.sampleId)?.lease ?? null
          return setRow(all, key.sampleId, { datasetId: dataset, key, lease })
        }, state.queue)
        return [undefined, { ...state, queue }]
      }),
    expire: (dataset, limit) =>
      db.write((state, now) => {
        const datasets = dataset === null ? [...HashMap.keys(state.queue.leases)] : [dataset]
        const [freed, queue] = datasets.reduce<readonly [number, typeof state.queue]>(
          ([freed, queue], id) => {
            const [count, swept] = sweepExpired(shortenLeases(queue, id, now), id, now, limit - freed)
            return [freed + count, swept]
          },
          [0, state.queue],
        )
        return [freed, { ...state, queue }]
      }),
    forgetEnded: (before, limit) =>
      db.write((state) => {
        const old: Array<ClaimId> = []
        for (const [id, { at }] of state.queue.ended) if (at < toMillis(before)) old.push(id)
        const batch = old.slice(0, limit)
        const ended = HashMap.removeMany(state.queue.ended, batch)
        return [batch.length, { ...state, queue: { ...state.queue, ended } }]
      }),
    ofUser: (user) => db.read((state, now) => listClaims(state, user, now)),
    ofDataset: (dataset, limit, queue) =>
      db.read((state, now) => {
        if (findDatasetRows(state, dataset) === undefined) return []
        const leased = Option.match(HashMap.get(state.queue.leases, dataset), {
          onNone: () => [],
          onSome: (all) => [...all],
        })
        const open = leased.flatMap(([, id]) => openOn(state.queue, id, now))
        const ofQueue = queue === undefined ? open : open.filter((claim) => claim.queue === queue)
        return sortOldestFirst(ofQueue).slice(0, limit)
      }),
    view: (request) => db.read((state, now) => view(state, request, now)),
    facts: (dataset, samples) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        return rows === undefined ? [] : readFacts(rows, samples, state.queue)
      }),
    concerning: (request) => db.read((state) => listConcerning(state, request)),
  })

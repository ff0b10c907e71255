/** ClaimStore: the places of samples in the queues, and the claims of users. */
import type { Claim, SampleId, Timestamp } from "@annotary/core"
import { type ClaimRequest, ClaimStore, factsOf, longestLease, peopleOf } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { byId, compare, groundTruthOf, later, live, liveDataset, liveSample } from "../lookups.ts"
import { stepsOf, waitingFor } from "../queues.ts"
import { endClaim } from "../removal.ts"
import { keyOf, type Tables } from "../tables.ts"

const isOpen = (at: Timestamp) => (claim: Claim | undefined) => claim !== undefined && claim.expiresAt > at

const claim = (tables: Tables, request: ClaimRequest, at: Timestamp): ReadonlyArray<Claim> => {
  const { count, datasetId, ids, leaseSeconds, queue, user } = request
  if (liveDataset(tables, datasetId) === undefined) return []
  const expiresAt = later(at, leaseSeconds)
  const own = tables.claims
    .by("holder", user)
    .filter((each) => each.datasetId === datasetId && each.queue === queue && isOpen(at)(each))
    .sort(byId)
    .slice(0, count)
    .map((each) => ({ ...each, expiresAt }))
  const fresh = waitingFor(tables, request, at)
    .slice(0, count - own.length)
    .flatMap(({ sampleId, step }, i) => {
      const id = ids[i]
      const base = { datasetId, sampleId, queue, holder: user, step, claimedAt: at, expiresAt }
      return id === undefined ? [] : [{ id, ...base }]
    })
  // Records expired claims before they are replaced, because `endOf` still reports how they ended.
  for (const { sampleId } of fresh) endClaim(tables, sampleId, at, "expired")
  for (const each of [...own, ...fresh]) tables.claims.put(each.sampleId, each)
  return [...own, ...fresh]
}

const factsAbout = (tables: Tables, sampleId: SampleId) => {
  const sample = liveSample(tables, sampleId)
  const truth = sample && groundTruthOf(tables, sample.datasetId)
  const label = truth && tables.labels.get(keyOf(sampleId, truth.id))?.label
  return sample === undefined ? [] : [factsOf(sample, label ?? null)]
}

export const claimStore = ({ call, tables }: Database) => {
  const { claims, endedClaims, places, samples } = tables
  const found = (id: Claim["id"], at: Timestamp) => live(tables, claims.by("id", id)).find(isOpen(at))
  const held = (all: ReadonlyArray<Claim>, at: Timestamp) =>
    live(tables, all).filter(isOpen(at)).toSorted(byId)
  return ClaimStore.of({
    claim: (request) => call("ClaimStore.claim", (at) => claim(tables, request, at)),
    countOpen: (dataset, user, queue) =>
      call("ClaimStore.countOpen", (at) => {
        const mine = held(claims.by("holder", user), at)
        return mine.filter((each) => each.datasetId === dataset && each.queue === queue).length
      }),
    find: (id) => call("ClaimStore.find", (at) => Option.fromNullable(found(id, at))),
    findForUpdate: (id) => call("ClaimStore.findForUpdate", (at) => Option.fromNullable(found(id, at))),
    lock: (dataset, ids) =>
      call("ClaimStore.lock", (at) => {
        const all = ids.flatMap((id) => claims.get(id) ?? [])
        const open = held(all, at).filter(({ datasetId }) => datasetId === dataset)
        return new Map(open.map((each) => [each.sampleId, each]))
      }),
    renew: ({ datasetId, holder, id }, leaseSeconds) =>
      call("ClaimStore.renew", (at) => {
        const open = found(id, at)
        if (open?.datasetId !== datasetId || open.holder !== holder) return Option.none()
        const renewed = { ...open, expiresAt: later(at, leaseSeconds) }
        claims.put(open.sampleId, renewed)
        return Option.some(renewed)
      }),
    endOf: (id) =>
      call("ClaimStore.endOf", (at) => {
        const claim = claims.by("id", id)[0]
        if (claim === undefined)
          return Option.map(Option.fromNullable(endedClaims.get(id)), ({ datasetId, reason }) => ({
            datasetId,
            reason,
          }))
        return Option.some({
          datasetId: claim.datasetId,
          reason: isOpen(at)(claim) ? null : ("expired" as const),
        })
      }),
    finish: ({ datasetId, id }, place) =>
      call("ClaimStore.finish", () => {
        for (const { datasetId: dataset, sampleId } of claims.by("id", id)) {
          if (dataset !== datasetId) continue
          claims.delete(sampleId)
          if (place !== undefined) places.put(sampleId, { datasetId, key: place })
        }
      }),
    release: (dataset, ids, reason) =>
      call("ClaimStore.release", (at) => {
        for (const id of ids) if (claims.get(id)?.datasetId === dataset) endClaim(tables, id, at, reason)
      }),
    place: (datasetId, keys) =>
      call("ClaimStore.place", () => {
        for (const key of keys) places.put(key.sampleId, { datasetId, key })
      }),
    expire: (dataset, limit) =>
      call("ClaimStore.expire", (at) => {
        const all = dataset === null ? claims.all() : claims.by("dataset", dataset)
        const farthest = later(at, longestLease / 1000)
        for (const each of all)
          if (each.expiresAt > farthest) claims.put(each.sampleId, { ...each, expiresAt: farthest })
        const over = all.filter((each) => !isOpen(at)(each)).slice(0, limit)
        for (const { sampleId } of over) endClaim(tables, sampleId, at, "expired")
        return over.length
      }),
    forgetEnded: (before, limit) =>
      call("ClaimStore.forgetEnded", () => {
        const old = endedClaims.all().filter(({ at }) => at < before)
        return old.slice(0, limit).filter(({ id }) => endedClaims.delete(id)).length
      }),
    ofUser: (user) => call("ClaimStore.ofUser", (at) => held(claims.by("holder", user), at)),
    ofDataset: (dataset, limit) =>
      call("ClaimStore.ofDataset", (at) => held(claims.by("dataset", dataset), at).slice(0, limit)),
    view: ({ cap, limit, ...request }) =>
      call("ClaimStore.view", (at) => {
        const all =
          liveDataset(tables, request.datasetId) === undefined ? [] : waitingFor(tables, request, at)
        return stepsOf(request.queue).map((step) => {
          const mine = all.filter((each) => each.step === step).map(({ sampleId }) => sampleId)
          const waiting = Math.min(mine.length, cap)
          return { step, waiting, capped: mine.length > cap, samples: mine.slice(0, limit) }
        })
      }),
    facts: (dataset, ids) =>
      call("ClaimStore.facts", () => {
        const here = ids.filter((id) => samples.get(id)?.datasetId === dataset)
        return here.flatMap((id) => factsAbout(tables, id))
      }),
    concerning: ({ after, datasetId, limit, user }) =>
      call("ClaimStore.concerning", () =>
        samples
          .by("dataset", datasetId)
          .map(({ id }) => id)
          .filter((id) => after === null || id > after)
          .filter((id) => factsAbout(tables, id).some((facts) => peopleOf(facts).includes(user)))
          .sort(compare)
          .slice(0, limit),
      ),
  })
}

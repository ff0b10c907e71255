/** ReleaseAuditStore: audits of releases. */
import {
  type AuditDraw,
  ClaimId,
  DatasetStore,
  generateId,
  LabelStore,
  type LabelsetId,
  OverlapStore,
  ReleaseAuditStore,
  ReleaseStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  addDataset,
  addLabelset,
  addPerson,
  addSample,
  addSeconds,
  aWorld,
  instant,
  makeLabel,
  makeRelease,
  oddText,
} from "./fixtures.ts"
import { makeOverlapLabel } from "./overlapFixtures.ts"
import { makeNewAudit } from "./releaseAuditFixtures.ts"
import { writeVersion } from "./richDataset.ts"
import { makeSuite, runInterleaved } from "./suite.ts"

const auditWorld = Effect.gen(function* () {
  const store = yield* ReleaseAuditStore
  const releases = yield* ReleaseStore
  const { ann, dataset, truth } = yield* aWorld
  const release = yield* makeRelease(dataset, "v1")
  yield* releases.insert(release)
  const whole = yield* makeNewAudit(release, 5)
  assert.isTrue(yield* store.insert(whole))
  return { ...whole, ann, dataset, release, releases, store, truth }
})

const all = { after: 0, limit: 10 }

export const releaseAudits = makeSuite("ReleaseAuditStore", {
  "stores an audit with its strata and draws": Effect.gen(function* () {
    const { audit, dataset, draws, store, strata } = yield* auditWorld
    assert.deepStrictEqual(yield* store.find(dataset.id, audit.id), Option.some(audit))
    assert.deepStrictEqual(yield* store.findForUpdate(dataset.id, audit.id), Option.some(audit))
    assert.deepStrictEqual(yield* store.listStrata(audit), strata)
    assert.deepStrictEqual(yield* store.listDraws(audit, all), draws)
    assert.deepStrictEqual(yield* store.listDraws(audit, { after: 1, limit: 2 }), draws.slice(1, 3))
  }),

  "stores an audit of objects with its plan, and the object of each draw": Effect.gen(function* () {
    const { ann, audit: ofSamples, dataset, release, store } = yield* auditWorld
    const { audit, draws, ...parts } = yield* makeNewAudit(release, 4, "objects")
    const preparing = { ...audit, state: "preparing" } as const
    assert.isTrue(yield* store.insert({ audit: preparing, strata: [], draws: [], exclusions: [] }))
    const planned = { ...audit, plan: 3 }
    assert.isTrue(yield* store.fill({ audit: planned, draws, ...parts }))
    assert.deepStrictEqual(yield* store.find(dataset.id, audit.id), Option.some(planned))
    assert.deepStrictEqual(yield* store.list(dataset.id, release.id), [ofSamples, planned])
    assert.deepStrictEqual(yield* store.listDraws(audit, all), draws)
    const [, second] = draws
    if (second === undefined) return assert.fail()
    const query = { after: 1, user: ann, at: instant }
    assert.deepStrictEqual(yield* store.findClaimableDraw(audit, query), Option.some(second))
    const checked: AuditDraw = { ...second, holder: ann, outcome: [], auditedAt: instant }
    yield* store.updateDraw(checked)
    assert.deepStrictEqual((yield* store.listDraws(audit, all))[1], checked)
    const finished = { ...planned, state: "finished", finishedAt: instant } as const
    yield* store.update(finished)
    assert.deepStrictEqual(yield* store.find(dataset.id, audit.id), Option.some(finished))
  }),

  "fills an audit that is prepared, and none that was deleted with its release": Effect.gen(function* () {
    const { dataset, release, releases, store } = yield* auditWorld
    const whole = yield* makeNewAudit(release, 3)
    const preparing = { ...whole.audit, state: "preparing", plan: null, population: 0 } as const
    assert.isFalse(yield* store.fill(whole))
    assert.isTrue(yield* store.insert({ audit: preparing, strata: [], draws: [], exclusions: [] }))
    assert.deepStrictEqual(yield* store.find(dataset.id, preparing.id), Option.some(preparing))
    assert.isTrue(yield* store.fill(whole))
    assert.deepStrictEqual(yield* store.find(dataset.id, preparing.id), Option.some(whole.audit))
    assert.deepStrictEqual(yield* store.listStrata(whole.audit), whole.strata)
    assert.deepStrictEqual(yield* store.listDraws(whole.audit, all), whole.draws)
    const late = yield* makeNewAudit(release, 1)
    yield* store.insert({ audit: late.audit, strata: [], draws: [], exclusions: [] })
    yield* releases.remove(release.id)
    assert.isFalse(yield* store.fill(late))
    assert.deepStrictEqual(yield* store.listDraws(late.audit, all), [])
  }),

  "stores thousands of draws": Effect.gen(function* () {
    const { release, store } = yield* auditWorld
    const large = yield* makeNewAudit(release, 2500)
    assert.isTrue(yield* store.insert(large))
    assert.deepStrictEqual(yield* store.listDraws(large.audit, { after: 2400, limit: 1000 }), [
      ...large.draws.slice(2400),
    ])
  }),

  "lists the audits of a release, oldest first": Effect.gen(function* () {
    const { audit, dataset, release, releases, store } = yield* auditWorld
    const second = yield* makeNewAudit(release, 1)
    const other = yield* makeRelease(dataset, "v2")
    yield* releases.insert(other)
    yield* store.insert(yield* makeNewAudit(other, 1))
    yield* store.insert(second)
    assert.deepStrictEqual(yield* store.list(dataset.id, release.id), [audit, second.audit])
  }),

  "replaces the fields of an audit": Effect.gen(function* () {
    const { audit, dataset, draws, store, strata } = yield* auditWorld
    const finished = {
      ...audit,
      state: "finished",
      plan: 2,
      audited: 3,
      errors: 1,
      notChecked: 1,
      revised: 2,
      finishedAt: instant,
    } as const
    yield* store.update(finished)
    assert.deepStrictEqual(yield* store.find(dataset.id, audit.id), Option.some(finished))
    assert.deepStrictEqual(yield* store.listStrata(audit), strata)
    assert.deepStrictEqual(yield* store.listDraws(audit, all), draws)
  }),

  "keeps the reason for which an audit failed": Effect.gen(function* () {
    const { audit, dataset, release, store } = yield* auditWorld
    const failed = { ...audit, state: "failed", failure: oddText } as const
    yield* store.update(failed)
    assert.deepStrictEqual(yield* store.find(dataset.id, audit.id), Option.some(failed))
    assert.deepStrictEqual(yield* store.list(dataset.id, release.id), [failed])
  }),

  "replaces claim and outcome of one draw": Effect.gen(function* () {
    const { ann, audit, draws, store } = yield* auditWorld
    const [, second, third] = draws
    if (second === undefined || third === undefined) return assert.fail()
    const claimed: AuditDraw = {
      ...second,
      claimId: yield* generateId(ClaimId),
      holder: ann,
      expiresAt: instant,
    }
    const right: AuditDraw = { ...third, holder: ann, outcome: [], auditedAt: instant }
    yield* store.updateDraw(claimed)
    yield* store.updateDraw(right)
    assert.deepStrictEqual(
      [...(yield* store.listDraws(audit, all))],
      [draws[0], claimed, right, draws[3], draws[4]],
    )
    const closed: AuditDraw = { ...right, notChecked: oddText }
    yield* store.updateDraw(closed)
    assert.deepStrictEqual((yield* store.listDraws(audit, all))[2], closed)
    const wrong: AuditDraw = {
      ...right,
      outcome: [
        { type: "geometry", annotation: 2 ** 52, value: 0.1 },
        { type: "missing", annotation: null, value: null },
      ],
    }
    yield* store.updateDraw(wrong)
    assert.deepStrictEqual((yield* store.listDraws(audit, all))[2], wrong)
    yield* store.updateDraw(third)
    yield* store.updateDraw(second)
    assert.deepStrictEqual(yield* store.listDraws(audit, all), draws)
  }),

  "finds the draw that a person has claimed, and otherwise the first that the person can check": Effect.gen(
    function* () {
      const { ann, audit, draws, store } = yield* auditWorld
      const bob = yield* addPerson("bob")
      const [first, second, third] = draws
      if (first === undefined || second === undefined || third === undefined) return assert.fail()
      const find = (user: typeof ann, after = 0) =>
        store.findClaimableDraw(audit, { after, user, at: instant })
      assert.deepStrictEqual(yield* find(bob), Option.some(first))
      assert.deepStrictEqual(yield* find(ann), Option.some(second))
      assert.deepStrictEqual(yield* find(bob, 1), Option.some(second))
      yield* store.updateDraw({ ...second, outcome: [], holder: ann, auditedAt: instant })
      const claim = { claimId: yield* generateId(ClaimId), holder: bob }
      const leased = { ...third, ...claim, expiresAt: addSeconds(instant, 60) }
      yield* store.updateDraw(leased)
      assert.deepStrictEqual(yield* find(bob), Option.some(leased))
      assert.deepStrictEqual(yield* find(ann), Option.some(draws[3]))
      const expired = { ...third, ...claim, expiresAt: instant }
      yield* store.updateDraw(expired)
      assert.deepStrictEqual(yield* find(ann), Option.some(expired))
      const { auditId, datasetId } = third
      for (const _ of [1, 2]) yield* store.exclude({ auditId, datasetId, number: 3, user: ann })
      assert.deepStrictEqual(yield* find(ann), Option.some(draws[3]))
      assert.deepStrictEqual(yield* find(bob, 5), Option.none())
    },
  ),

  "lists everybody who wrote a version of a label, or gave one of several labels, and nobody who changed the configuration":
    Effect.gen(function* () {
      const { ann, dataset, store, truth } = yield* auditWorld
      const [bob, eve, max] = [yield* addPerson("bob"), yield* addPerson("eve"), yield* addPerson("max")]
      const labels = yield* LabelStore
      const other = yield* addLabelset(dataset, "other")
      const [sample, second] = [yield* addSample(dataset, "one"), yield* addSample(dataset, "two")]
      const label = yield* makeLabel(sample, truth, { createdBy: ann, updatedBy: ann })
      yield* labels.writeNew([label], "write")
      const next = yield* writeVersion(label, { updatedBy: bob })
      yield* writeVersion(next, { updatedBy: max }, "migrate")
      yield* labels.writeNew([yield* makeLabel(sample, other, { createdBy: eve, updatedBy: eve })], "write")
      yield* (yield* OverlapStore).addLabel(yield* makeOverlapLabel(second, eve))
      const samples = [sample.id, second.id]
      const list = (labelsetId: LabelsetId | null) =>
        Effect.map(store.listLabelAuthors({ datasetId: dataset.id, labelsetId, samples }), (authors) => [
          ...authors,
        ])
      const both = { sampleId: second.id, user: eve }
      assert.sameDeepMembers(yield* list(truth.id), [
        { sampleId: sample.id, user: ann },
        { sampleId: sample.id, user: bob },
        both,
      ])
      assert.deepStrictEqual(yield* list(null), [both])
      assert.deepStrictEqual(
        yield* store.listLabelAuthors({ datasetId: dataset.id, labelsetId: truth.id, samples: [] }),
        [],
      )
    }),

  "deletes an audit with all that it begins with, and no other": Effect.gen(function* () {
    const { audit, dataset, draws, release, store, strata } = yield* auditWorld
    const other = yield* makeNewAudit(release, 3)
    yield* store.insert(other)
    yield* store.remove(other.audit)
    yield* store.remove(other.audit)
    assert.deepStrictEqual(yield* store.find(dataset.id, other.audit.id), Option.none())
    assert.deepStrictEqual(yield* store.listStrata(other.audit), [])
    assert.deepStrictEqual(yield* store.listDraws(other.audit, all), [])
    assert.deepStrictEqual(yield* store.list(dataset.id, release.id), [audit])
    assert.deepStrictEqual(yield* store.listStrata(audit), strata)
    assert.deepStrictEqual(yield* store.listDraws(audit, all), draws)
    // Its parts are gone, too: the same audit can be stored again.
    assert.isTrue(yield* store.insert(other))
    assert.deepStrictEqual(yield* store.listDraws(other.audit, all), other.draws)
  }),

  "deletes audits with their release": Effect.gen(function* () {
    const { audit, dataset, release, releases, store } = yield* auditWorld
    const other = yield* makeRelease(dataset, "v2")
    yield* releases.insert(other)
    const otherAudit = yield* makeNewAudit(other, 2)
    yield* store.insert(otherAudit)
    yield* releases.remove(release.id)
    assert.isTrue(Option.isNone(yield* store.find(dataset.id, audit.id)))
    assert.deepStrictEqual(yield* store.list(dataset.id, release.id), [])
    assert.deepStrictEqual(yield* store.listStrata(audit), [])
    assert.deepStrictEqual(yield* store.listDraws(audit, all), [])
    assert.deepStrictEqual(yield* store.listDraws(otherAudit.audit, all), otherAudit.draws)
    const query = { after: 0, user: dataset.createdBy, at: instant }
    assert.deepStrictEqual(
      yield* store.findClaimableDraw(otherAudit.audit, query),
      Option.some(otherAudit.draws[1]),
    )
    assert.deepStrictEqual(yield* store.listStrata(otherAudit.audit), otherAudit.strata)
    assert.isFalse(yield* store.insert(yield* makeNewAudit(release, 1)))
  }),

  "finds nothing in a deleted dataset, nor in another one": Effect.gen(function* () {
    const { ann, audit, dataset, release, store } = yield* auditWorld
    const other = yield* addDataset(ann, "other")
    assert.isTrue(Option.isNone(yield* store.find(other.id, audit.id)))
    assert.isTrue(Option.isNone(yield* store.findForUpdate(other.id, audit.id)))
    assert.deepStrictEqual(yield* store.list(other.id, release.id), [])
    yield* (yield* DatasetStore).markDeleted(dataset.id, instant)
    assert.isTrue(Option.isNone(yield* store.find(dataset.id, audit.id)))
    assert.deepStrictEqual(yield* store.list(dataset.id, release.id), [])
    assert.deepStrictEqual(yield* store.listStrata(audit), [])
    assert.deepStrictEqual(
      yield* store.findClaimableDraw(audit, { after: 0, user: ann, at: instant }),
      Option.none(),
    )
    assert.deepStrictEqual(yield* store.listDraws(audit, all), [])
  }),

  "locks an audit until the transaction ends": Effect.gen(function* () {
    const { audit, dataset, store } = yield* auditWorld
    const count = Effect.gen(function* () {
      const before = Option.getOrThrow(yield* store.findForUpdate(dataset.id, audit.id))
      yield* store.update({ ...before, audited: before.audited + 1 })
    })
    yield* runInterleaved(count, count)
    const after = Option.getOrThrow(yield* store.find(dataset.id, audit.id))
    assert.strictEqual(after.audited, audit.audited + 2)
  }),

  "keeps names of strata as they are": Effect.gen(function* () {
    const { audit, store } = yield* auditWorld
    assert.include(
      (yield* store.listStrata(audit)).map(({ name }) => name),
      oddText,
    )
  }),
})

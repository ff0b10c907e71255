import { Effect, Option } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { computeAuditSeed } from "../agreement/audit/drawSamples.ts"
import { InvalidInput, NotFound } from "../domain/errors.ts"
import { type DatasetId, generateId, ReleaseAuditId, type SampleId } from "../domain/Ids.ts"
import { toJsonText } from "../domain/JsonText.ts"
import { LabelsetName, nameKey, type Username } from "../domain/Names.ts"
import type { AuditDraw, AuditExclusion, AuditStratum, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import { now } from "../domain/Timestamp.ts"
import { traced } from "../kernel/traced.ts"
import { countPlans } from "../releases/countOpenAudits.ts"
import { makeAppendStatement, makeStatementLock } from "../releases/makeAppendStatement.ts"
import { StatementKeys } from "../releases/StatementKeys.ts"
import { predicateTypes } from "../releases/statement.ts"
import { Transaction } from "../storage/Transaction.ts"
import { decodeNewAudit, type NewAuditInput } from "./auditInput.ts"
import { toAuditView } from "./auditView.ts"
import { getStatedSamples, makeAuditAccess } from "./makeAuditAccess.ts"
import { makePlanPredicate } from "./makeAuditStatements.ts"
import { ReleaseAuditStore } from "./ReleaseAuditStore.ts"
import { isPersonKind, type Population, readPopulation } from "./readPopulation.ts"

/** Begins audits. */
export const makeAuditCreation = Effect.gen(function* () {
  const store = yield* ReleaseAuditStore
  const transaction = yield* Transaction
  const access = yield* Access
  const keys = yield* StatementKeys
  const users = yield* KnownUsers
  const labelsets = yield* LabelsetFinder
  const audits = yield* makeAuditAccess
  const lockStatements = yield* makeStatementLock
  const appendStatement = yield* makeAppendStatement
  /** An audit begins with a read of a whole file, beside which requests must be answered. */
  const readOneAtATime = (yield* Effect.makeSemaphore(1)).withPermits(1)

  /**
   * Begins an audit. Reads the file of the release once, for one audit at a time. Signs the plan and appends it to the statements of the
   * release, with a commitment to the nonce from which the draw follows. Plans of audits that are not continued stay there.
   */
  const create = traced("ReleaseAudits.create")(function* (
    ref: DatasetRef,
    name: string,
    input: NewAuditInput = {},
  ) {
    const before = yield* access.requireWritable(ref, "create_releases")
    const { draws: limit, goal, labelset, level, metric, tolerance } = yield* decodeNewAudit(input)
    const release = yield* audits.findRelease(before.dataset.id, name)
    const samples = yield* getStatedSamples(release)
    const nonce = makeNonce()
    const seed = computeAuditSeed(samples.root, nonce)
    const file = yield* audits.openFile(release)
    const population = yield* readOneAtATime(readPopulation(file.stream(), { labelset, limit, seed }))
    if (population.size === 0)
      return yield* InvalidInput.at("/labelset", "has no finished label in this release")
    const key = yield* keys.signingKey
    return yield* transaction.run(
      Effect.gen(function* () {
        const { actor, dataset } = yield* access.requireWritable(ref, "create_releases")
        const audit: ReleaseAudit = {
          id: yield* generateId(ReleaseAuditId),
          datasetId: dataset.id,
          releaseId: release.id,
          labelset: LabelsetName.make(labelset),
          plan: null,
          state: "open",
          ...{ level, goal, metric, tolerance, nonce },
          population: population.size,
          draws: population.draws.length,
          audited: 0,
          errors: 0,
          notChecked: 0,
          revised: 0,
          createdAt: yield* now,
          createdBy: actor,
          finishedAt: null,
        }
        const people = yield* users.findAmong(listPeople(population))
        const authors = yield* listAuthors(dataset.id, labelset, population)
        if (!(yield* store.insert({ audit, ...makeRows(audit, population, people, authors) })))
          return yield* new NotFound({ resource: "release" })
        // Numbered while the statements are locked: no other plan has the number.
        const planned = { ...audit, plan: countPlans(yield* lockStatements(release)) + 1 }
        yield* store.update(planned)
        const predicate = toJsonText({ ...makePlanPredicate(planned, samples, audit.createdAt) })
        yield* appendStatement(key, { dataset, release, predicateType: predicateTypes.auditPlan, predicate })
        return toAuditView(planned, release.name)
      }),
    )
  })

  /**
   * Everybody who wrote any version of the labels that were drawn, by sample: the file names only the creator, the last writer and the reviewer.
   * Versions after the release count too, which costs a few draws and no blindness.
   */
  const listAuthors = Effect.fnUntraced(function* (
    datasetId: DatasetId,
    name: string,
    { draws }: Population,
  ) {
    const labelset = yield* Effect.option(labelsets.find(datasetId, name))
    const labelsetId = Option.getOrNull(Option.map(labelset, ({ id }) => id))
    const authors = new Map<SampleId, Array<Username>>()
    for (let at = 0; at < draws.length; at += pageSize) {
      const samples = draws.slice(at, at + pageSize).map(({ sampleId }) => sampleId)
      for (const { sampleId, user } of yield* store.listLabelAuthors({ datasetId, labelsetId, samples }))
        authors.set(sampleId, [...(authors.get(sampleId) ?? []), user])
    }
    return authors as ReadonlyMap<SampleId, ReadonlyArray<Username>>
  })

  return { create }
})

/** The samples of which the authors are read at once. */
const pageSize = 500

/** 32 random bytes, hex. Not from `Random`, which a seed decides. */
const makeNonce = (): string =>
  [...globalThis.crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")

const listPeople = ({ draws, strata }: Population): ReadonlyArray<string> => [
  ...strata.filter(({ kind }) => isPersonKind(kind)).map(({ name }) => name),
  ...draws.flatMap(({ people }) => people),
]

/** The rows of an audit. The file keeps the names of deleted accounts: their strata are left out, and their numbers too. */
const makeRows = (
  { datasetId, id: auditId }: ReleaseAudit,
  { draws, strata }: Population,
  people: ReadonlyMap<string, Username>,
  authors: ReadonlyMap<SampleId, ReadonlyArray<Username>>,
) => {
  const rows = strata.flatMap(({ kind, name, population }, number): ReadonlyArray<AuditStratum> => {
    const row = { datasetId, auditId, number, kind, population }
    if (!isPersonKind(kind)) return [{ ...row, name, user: null }]
    const user = people.get(nameKey(name))
    return user === undefined ? [] : [{ ...row, name: "", user }]
  })
  const numbers = new Set(rows.map(({ number }) => number))
  const exclusions = draws.flatMap(({ people: names, sampleId }, index): ReadonlyArray<AuditExclusion> => {
    const users = new Set([
      ...names.flatMap((name) => people.get(nameKey(name)) ?? []),
      ...(authors.get(sampleId) ?? []),
    ])
    return [...users].map((user) => ({ datasetId, auditId, number: index + 1, user }))
  })
  return {
    strata: rows,
    exclusions,
    draws: draws.map(
      ({ lineLength, lineOffset, sampleId, strata: own }, index): AuditDraw => ({
        datasetId,
        auditId,
        number: index + 1,
        ...{ sampleId, lineOffset, lineLength },
        strata: own.filter((number) => numbers.has(number)),
        ...{ claimId: null, holder: null, expiresAt: null, outcome: null, notChecked: null, auditedAt: null },
      }),
    ),
  }
}

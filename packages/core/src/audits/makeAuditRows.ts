/** The rows of an audit that is drawn. Pure. */
import type { SampleId } from "../domain/Ids.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import type { AuditDraw, AuditExclusion, AuditStratum, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import { isPersonKind, type Population } from "./readPopulation.ts"

/** The names of accounts as the file has them: those of strata, and those who do not check what is drawn. */
export const listPeople = ({ draws, strata }: Population): ReadonlyArray<string> => [
  ...strata.filter(({ kind }) => isPersonKind(kind)).map(({ name }) => name),
  ...draws.flatMap(({ people }) => people),
]

/** The strata, draws and exclusions. The file keeps the names of deleted accounts: their strata are left out, and their numbers too. */
export const makeAuditRows = (
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
      ({ lineLength, lineOffset, object, sampleId, strata: own }, index): AuditDraw => ({
        datasetId,
        auditId,
        number: index + 1,
        ...{ sampleId, object, lineOffset, lineLength },
        strata: own.filter((number) => numbers.has(number)),
        ...{ claimId: null, holder: null, expiresAt: null, outcome: null, notChecked: null, auditedAt: null },
      }),
    ),
  }
}

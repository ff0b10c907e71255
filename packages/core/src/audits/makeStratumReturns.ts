import { Chunk, Effect, Schema, Stream } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { Conflict, InvalidInput } from "../domain/errors.ts"
import { nameKey } from "../domain/Names.ts"
import { AuditStratumKind } from "../domain/ReleaseAudit.ts"
import { decodeInput } from "../domain/violations.ts"
import { traced } from "../kernel/traced.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"
import { SampleBulk } from "../samples/SampleBulk.ts"
import { makeAuditAccess } from "./makeAuditAccess.ts"
import { streamStratumLabels } from "./readPopulation.ts"

/** Names a stratum of an audit: a category, a sensor, or an account. */
export interface StratumInput {
  readonly kind: AuditStratumKind
  readonly name: string
}

/** The numbers of labels of a stratum that goes back to review. */
export interface StratumReturn {
  /** They were REVIEWED or VERIFIED and are LABELED now, so that they wait for a review. */
  readonly returned: number
  /** They have waited for a review before. */
  readonly waiting: number
  /** They have changed since the release, or are gone, and stay as they are. */
  readonly changed: number
}

const decodeStratum = decodeInput(Schema.Struct({ kind: AuditStratumKind, name: Schema.String }))

/** Labels of one portion. */
const portionSize = 1000

/** Sends strata with too many errors back to review. */
export const makeStratumReturns = Effect.gen(function* () {
  const store = yield* ReleaseAuditStore
  const access = yield* Access
  const labelsets = yield* LabelsetFinder
  const samples = yield* SampleReader
  const bulk = yield* SampleBulk
  const audits = yield* makeAuditAccess

  /**
   * Sends the labels of a stratum back to review: those that are as the release has them, and that are REVIEWED or VERIFIED, become LABELED.
   * Reads the file of the release once, with the memory of one portion. Portions commit separately; an interrupted call can be repeated. For audits of the ground truth.
   */
  const returnStratum = traced("ReleaseAudits.returnStratum")(function* (
    ref: DatasetRef,
    name: string,
    id: string,
    input: StratumInput,
  ) {
    const { dataset } = yield* access.requireWritable(ref, "write_any_label")
    const stratum = yield* decodeStratum(input)
    const { audit, release } = yield* audits.find(dataset.id, name, id)
    const truth = yield* labelsets.getGroundTruth(dataset.id)
    if (nameKey(truth.name) !== nameKey(audit.labelset))
      return yield* InvalidInput.at("", "Only labels of the ground truth go back to review.")
    const strata = yield* store.listStrata(audit)
    if (!strata.some((one) => one.kind === stratum.kind && (one.user ?? one.name) === stratum.name))
      return yield* InvalidInput.at("/name", "is not a stratum of this kind in this audit")
    const file = yield* audits.openFile(release)
    let [total, returned, waiting] = [0, 0, 0]
    const portions = Stream.grouped(streamStratumLabels(file.stream(), audit, stratum), portionSize)
    yield* Stream.runForEach(portions, (portion) =>
      Effect.gen(function* () {
        const times = new Map(Chunk.toReadonlyArray(portion).map((one) => [one.sampleId, one.updatedAt]))
        const rows = yield* samples.listHeads([...times.keys()], truth.id)
        const same = rows.filter(({ label, sample }) => label?.updatedAt === times.get(sample.id))
        const expected = new Map(
          same.flatMap(({ label, sample }) =>
            label?.status === "REVIEWED" || label?.status === "VERIFIED"
              ? [[sample.id, label.version] as const]
              : [],
          ),
        )
        total += times.size
        waiting += same.filter(({ label }) => label?.status === "LABELED").length
        if (expected.size > 0) returned += yield* bulk.setUnchanged(ref, expected, "LABELED")
      }),
    )
    // A stratum has labels. The file has those of a deleted account under a name that nobody knows any more.
    if (total === 0) return yield* new Conflict({ code: "account_deleted" })
    return { returned, waiting, changed: total - returned - waiting } satisfies StratumReturn
  })

  return { returnStratum }
})

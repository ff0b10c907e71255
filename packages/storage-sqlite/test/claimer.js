/**
 * A process that claims from a SQLite file until nothing is left, and writes a label to whatever it got. It runs the built
 * packages, as a server does; its test starts two of them.
 */
import {
  ClaimId,
  ClaimStore,
  DatasetStore,
  Ids,
  LabelStore,
  now,
  queueKey,
  SampleStore,
  Transaction,
  Username,
  VersionId,
} from "@annotary/core/effect"
import { layer } from "@annotary/storage-sqlite/effect"
import { Effect } from "effect"
import { meet } from "./meet.js"

const [filename, datasetId, labelsetId, name] = process.argv.slice(2)
const user = Username.make(name)
const everybody = { mayLabel: () => true, mayReview: () => true }

const newLabel = (sampleId, at, version) => ({
  datasetId,
  sampleId,
  labelsetId,
  status: "LABELED",
  attributes: `{"by":"${name}"}`,
  score: null,
  rating: null,
  createdAt: at,
  createdBy: user,
  updatedAt: at,
  updatedBy: user,
  reviewedAt: null,
  reviewedBy: null,
  labeler: user,
  reviewer: null,
  rejecter: null,
  configVersion: 1,
  version,
})

const work = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const labels = yield* LabelStore
  const datasets = yield* DatasetStore
  const samples = yield* SampleStore
  const transaction = yield* Transaction
  const ids = yield* Ids
  const done = []
  yield* Effect.promise(() => meet(filename, name))
  while (true) {
    const ask = { datasetId, user, queue: "labeling", count: 1, leaseSeconds: 900 }
    const [claim] = yield* claims.claim({ ...ask, ids: [ClaimId.make(ids.next(Date.now()))] })
    if (claim === undefined) return done
    yield* transaction.run(
      Effect.gen(function* () {
        yield* samples.byId(claim.sampleId)
        const label = newLabel(claim.sampleId, yield* now, VersionId.make(ids.next(Date.now())))
        const written = yield* labels.write(
          label,
          { action: "submit", from: null, by: user, at: label.updatedAt },
          null,
          false,
        )
        if (!written) return yield* Effect.dieMessage("Somebody else labeled a sample that was claimed here.")
        yield* claims.release(datasetId, [claim.sampleId])
        const [facts] = yield* claims.facts(datasetId, [claim.sampleId])
        yield* claims.place(datasetId, [queueKey(facts, everybody)])
        yield* datasets.addCounts(datasetId, { samples: 0, byStatus: { LABELED: 1 } })
      }),
    )
    done.push(claim.sampleId)
  }
})

Effect.runPromise(Effect.provide(work, layer({ filename, synchronous: "normal" }))).then(
  (done) => process.stdout.write(JSON.stringify(done)),
  (error) => {
    process.stderr.write(String(error?.cause ?? error))
    process.exitCode = 1
  },
)

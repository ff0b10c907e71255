/**
 * A process that checks the labels of a SQLite file again and again, with other results each time, and dismisses what it finds.
 * It runs the built packages, as a server does; its test starts two of them.
 */
import { Ids, now, Transaction, Username, WarningId, WarningStore } from "@annotary/core/effect"
import { layer } from "@annotary/storage-sqlite/effect"
import { Effect } from "effect"
import { meet } from "./meet.js"

const [filename, datasetId, labelsetId, name, json] = process.argv.slice(2)
/** `[sampleId, version]` of each label. */
const labels = JSON.parse(json)
const place = { datasetId, labelsetId }
const warning = (n) => WarningId.make(`00000000-0000-8000-a000-00000000000${n}`)

const work = Effect.gen(function* () {
  const store = yield* WarningStore
  const transaction = yield* Transaction
  yield* Ids
  yield* Effect.promise(() => meet(filename, name))
  for (let round = 0; round < 15; round++) {
    for (const [sampleId, version] of labels) {
      const checkedAt = yield* now
      yield* transaction.run(
        Effect.gen(function* () {
          const known = (yield* store.find(place, [sampleId])).get(sampleId)
          const count = 1 + ((round * 7 + name.length + labels.length) % 9)
          const dismissed = known.dismissals.length > 0 ? { "malformed-label": 1 } : {}
          const counts = { "malformed-label": count, "unknown-category": round % 2 === 0 ? count : 0 }
          if (counts["unknown-category"] === 0) delete counts["unknown-category"]
          const checkResult = {
            sampleId,
            version,
            configVersion: 1,
            checkedAt,
            warnings: "[]",
            truncated: false,
          }
          yield* store.keep(place, [{ ...checkResult, counts, dismissed }])
        }),
      )
      yield* transaction.run(
        Effect.gen(function* () {
          const known = (yield* store.find(place, [sampleId])).get(sampleId)
          const id = warning(name.length % 9)
          const by = Username.make(name)
          if (known.dismissals.some((one) => one.warning === id)) {
            const left = known.dismissals.length - 1
            yield* store.restore(place, sampleId, id, left > 0 ? { "malformed-label": 1 } : {})
          } else {
            const dismissal = { warning: id, content: "c", reason: "r", by, at: checkedAt }
            yield* store.dismiss(place, sampleId, dismissal, { "malformed-label": 1 })
          }
        }),
      )
    }
  }
})

Effect.runPromise(Effect.provide(work, layer({ filename, synchronous: "normal" }))).catch((error) => {
  process.stderr.write(String(error?.cause ?? error))
  process.exitCode = 1
})

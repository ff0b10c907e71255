import { Effect, Option } from "effect"
import { Access, type DatasetRef, findUsername } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { requirePerson } from "../access/actors.ts"
import { CurrentActor } from "../domain/Actor.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import { computeGuideVersion, type GuideVersion, type GuideView } from "../domain/Guide.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { GuideStore } from "./GuideStore.ts"

/** Labeling guides: read them, acknowledge a version, and list who has. `Datasets.update` changes the text. */
export class Guides extends Effect.Service<Guides>()("@annotary/core/Guides", {
  effect: Effect.gen(function* () {
    const store = yield* GuideStore
    const access = yield* Access
    const audit = yield* AuditLog
    const transaction = yield* Transaction

    /** When the person acknowledged the version; null until then. */
    const findTime = (dataset: DatasetId, user: Username, version: GuideVersion) =>
      Effect.map(
        store.find(dataset, user, version),
        Option.match({ onNone: () => null, onSome: ({ at }) => at }),
      )

    /** Returns the guide of a dataset, and when the caller acknowledged it. */
    const get = traced("Guides.get")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "read")
      const version = computeGuideVersion(dataset.guide)
      const user = findUsername(yield* CurrentActor)
      const acknowledgedAt =
        version === null || user === null ? null : yield* findTime(dataset.id, user, version)
      return { guide: dataset.guide, version, acknowledgedAt } satisfies GuideView
    })

    /**
     * Records that the caller, a person, has read the version, once, with an entry in the audit log. Fails with `guide_changed` when it
     * is not the current one.
     */
    const acknowledge = traced("Guides.acknowledge")(function* (ref: DatasetRef, version: string) {
      return yield* transaction.run(
        Effect.gen(function* () {
          const { dataset } = yield* access.requireWritable(ref, "label")
          const { username: user } = yield* requirePerson
          const current = computeGuideVersion(dataset.guide)
          if (current === null) return yield* new NotFound({ resource: "labeling guide" })
          if (version !== current) return yield* new Conflict({ code: "guide_changed" })
          const at = yield* now
          const isFirst = yield* store.acknowledge({ datasetId: dataset.id, user, version: current, at })
          if (isFirst)
            yield* audit.record({
              action: "guide.acknowledged",
              account: dataset.owner,
              datasetId: dataset.id,
              details: { version: current },
            })
          const acknowledgedAt = isFirst ? at : yield* findTime(dataset.id, user, current)
          return { guide: dataset.guide, version: current, acknowledgedAt } satisfies GuideView
        }),
      )
    })

    /** Lists who has acknowledged the current version, by username. */
    const listAcknowledgements = traced("Guides.listAcknowledgements")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "list_collaborators")
      const version = computeGuideVersion(dataset.guide)
      return version === null ? [] : yield* store.list(dataset.id, version)
    })

    return { get, acknowledge, listAcknowledgements }
  }),
}) {
  static readonly dependencies = [Access, AuditLog] as const
}

import { Effect, Option } from "effect"
import { Access, type DatasetRef, findUsername } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { CurrentActor } from "../domain/Actor.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import { computeGuideVersion, type GuideAcknowledgement, type GuideView } from "../domain/Guide.ts"
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

    /** Returns the guide of a dataset, and when the caller acknowledged it. */
    const get = traced("Guides.get")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "read")
      const version = computeGuideVersion(dataset.guide)
      const user = findUsername(yield* CurrentActor)
      const acknowledgement =
        version === null || user === null
          ? Option.none<GuideAcknowledgement>()
          : yield* store.find(dataset.id, user, version)
      return {
        guide: dataset.guide,
        version,
        acknowledgedAt: Option.match(acknowledgement, { onNone: () => null, onSome: ({ at }) => at }),
      } satisfies GuideView
    })

    /**
     * Records that the caller has read the version, once, with an entry in the audit log. Fails with `guide_changed` when it is not
     * the current one.
     */
    const acknowledge = traced("Guides.acknowledge")(function* (ref: DatasetRef, version: string) {
      return yield* transaction.run(
        Effect.gen(function* () {
          const { actor, dataset } = yield* access.requireWritable(ref, "label")
          const current = computeGuideVersion(dataset.guide)
          if (current === null) return yield* new NotFound({ resource: "labeling guide" })
          if (version !== current) return yield* new Conflict({ code: "guide_changed" })
          const acknowledgement = { datasetId: dataset.id, user: actor, version: current, at: yield* now }
          if (yield* store.acknowledge(acknowledgement))
            yield* audit.record({
              action: "guide.acknowledged",
              account: dataset.owner,
              datasetId: dataset.id,
              details: { version: current },
            })
          const first = yield* store.find(dataset.id, actor, current)
          const { at } = Option.getOrElse(first, () => acknowledgement)
          return { guide: dataset.guide, version: current, acknowledgedAt: at } satisfies GuideView
        }),
      )
    })

    /** Lists who has acknowledged the current version, by username. */
    const listAcknowledgements = traced("Guides.acknowledgements")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "list_collaborators")
      const version = computeGuideVersion(dataset.guide)
      return version === null ? [] : yield* store.list(dataset.id, version)
    })

    return { get, acknowledge, acknowledgements: listAcknowledgements }
  }),
}) {
  static readonly dependencies = [Access, AuditLog] as const
}

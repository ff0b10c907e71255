import { Effect } from "effect"
import type { Permitted } from "../access/Access.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict } from "../domain/errors.ts"
import { generateId, VersionId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { isFinishedOverlapLabel, type Overlap } from "../domain/Overlap.ts"
import { now } from "../domain/Timestamp.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { type LabelWrite, makeNextLabel } from "./nextLabel.ts"
import { toLabel } from "./toLabel.ts"

/** A gold sample as somebody sees it who must not recognize it. */
export interface GoldDraft {
  /** The person's own claim. */
  readonly claim: Claim | undefined
  /** The label that the person gave, as one of the ground truth. */
  readonly before: Label | null
}

/**
 * Labels that labelers and reviewers write for gold samples outside the queues. The answer is that of any other sample; the label is stored as
 * unfinished work of the person, and the ground truth stays empty. Everything runs in the caller's transaction.
 */
export const makeGoldDrafts = Effect.gen(function* () {
  const store = yield* OverlapStore
  const assets = yield* namedAssets
  const quota = yield* QuotaCounter

  /** Finds the claim and the label of the person. Refuses the write where a new sample of the dataset has several labelers. */
  const find = Effect.fnUntraced(function* (
    { actor, dataset }: Permitted,
    labelset: Labelset,
    { datasetId, places, sampleId }: Overlap,
  ) {
    if (dataset.settings.overlap > 1) return yield* new Conflict({ code: "overlap_open" })
    const claim = (yield* store.listClaims({ user: actor })).find((open) => open.sampleId === sampleId)
    const label = (yield* store.findLabels(datasetId, [sampleId], actor)).get(sampleId)
    if (label === undefined) return { claim, before: null } satisfies GoldDraft
    const isWork = isFinishedOverlapLabel(label) || places.some(({ ownUser }) => ownUser === actor)
    const before = { ...toLabel(label, labelset.id), labeler: isWork ? actor : null }
    return { claim, before } satisfies GoldDraft
  })

  /** Stores the next version, and returns it as the label that the request is for. */
  const write = Effect.fnUntraced(function* (request: LabelWrite) {
    const { before, content, permitted } = request
    const label = makeNextLabel(request, yield* now, yield* generateId(VersionId))
    const { attributes, configVersion, datasetId, rating, sampleId, score, updatedAt, version } = label
    const references =
      before?.attributes === content.attributes ? null : assets.keepIn(datasetId, [attributes])
    const bytes = references === null ? 0 : yield* references
    const labeler = permitted.actor
    const earlier = (yield* store.findLabels(datasetId, [sampleId], labeler)).get(sampleId)
    yield* store.addLabel({
      ...{ datasetId, sampleId, labeler, version, attributes, score, rating, configVersion },
      status: "LABELING_IN_PROGRESS",
      comment: earlier?.comment ?? null,
      // A direct write is work without a measured time.
      time: earlier === undefined ? 0 : earlier.time,
      inactiveTime: earlier === undefined ? 0 : earlier.inactiveTime,
      createdAt: updatedAt,
    })
    if (bytes > 0) yield* quota.take(permitted, { bytes })
    return label
  })

  return { find, write }
})

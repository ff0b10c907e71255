import { Effect, Either, Option } from "effect"
import type { Permitted } from "../../access/Access.ts"
import { CurrentActor, system } from "../../domain/Actor.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import type { GoldAnswer, GoldCount, GoldLabel } from "../../domain/Gold.ts"
import { type OverlapLabel, toOverlapLetter } from "../../domain/Overlap.ts"
import type { WarningRuleName } from "../../domain/Warning.ts"
import { GoldStore } from "../../placement/GoldStore.ts"
import { makePauseWriter } from "../../placement/makePauseWriter.ts"
import { CheckResults } from "../../warnings/CheckResults.ts"
import { OverlapComparisons, type PreparedComparisons } from "../overlap/OverlapComparisons.ts"
import { explainGoldPause } from "./explainGoldPause.ts"

/** The result of an answer. */
export type GoldResult = Pick<GoldAnswer, "passed" | "score">

/** The answers of people to gold samples: their results, and the pause that follows from them. */
export const makeGoldAnswers = Effect.gen(function* () {
  const store = yield* GoldStore
  const checkResults = yield* CheckResults
  const pauses = yield* makePauseWriter
  const comparisons = yield* OverlapComparisons

  /**
   * Compares the label with the known one, and counts the result. Pauses the person when too few of their answers pass. Null where the sample has no known label any
   * more. Runs in the caller's transaction.
   */
  const record = Effect.fnUntraced(function* (
    permitted: Permitted,
    label: OverlapLabel,
    prepared: PreparedComparisons,
  ) {
    const { dataset } = permitted
    const { createdAt: at, datasetId, labeler: user, sampleId } = label
    const stored = Option.getOrNull(yield* store.find(datasetId, sampleId))
    if (stored === null) return null
    const result = (yield* isOutdated(dataset, stored))
      ? notCompared
      : yield* computeResult(dataset, stored, label, prepared)
    const state = { outdated: false, counted: true }
    const counts = yield* store.addAnswer({ datasetId, sampleId, user, at, ...state, ...result })
    if (counts !== null) yield* pauseBelowThreshold(permitted, counts)
    return result
  })

  /**
   * The result of a label: its agreement with the known one. A skip passes never, nor does a label whose own bitmap cannot be read; a label that is
   * not compared otherwise does not count.
   */
  const computeResult = Effect.fnUntraced(function* (
    dataset: Dataset,
    { attributes }: Pick<GoldLabel, "attributes">,
    label: OverlapLabel,
    prepared: PreparedComparisons,
  ) {
    if (label.status === "SKIPPED") return { score: null, passed: false }
    const labels = [{ attributes, status: "LABELED" as const }, label]
    const { agreement, unreadable = [] } = yield* comparisons.compareWithin(dataset, labels, prepared)
    // Otherwise people could send files that nobody can read, and none of their answers would count.
    if (unreadable.length > 0 && unreadable.every((person) => person === answerLetter))
      return { score: null, passed: false }
    const score = agreement?.agreement ?? null
    return { score, passed: score === null ? null : score >= dataset.settings.goldAgreement }
  })

  /**
   * Whether the configuration has changed since the known label was set, and no longer has its categories or attributes. Nobody could give the
   * same label any more.
   */
  const isOutdated = Effect.fnUntraced(function* (
    dataset: Dataset,
    { attributes, configVersion }: GoldLabel,
  ) {
    if (configVersion === dataset.configVersion) return false
    const outcome = yield* checkResults.tryCheck(dataset, attributes, { quick: true })
    if (Either.isLeft(outcome)) return false
    const { counts, structure } = outcome.right
    return structure.length > 0 || outdatedRules.some((rule) => (counts[rule] ?? 0) > 0)
  })

  /** Managers, admins and the owner are not paused, nor is a person who is paused already. */
  const pauseBelowThreshold = Effect.fnUntraced(function* (permitted: Permitted, counts: GoldCount) {
    const { actor, dataset, pauseReason, role } = permitted
    if (pauseReason !== null || (role !== "labeler" && role !== "reviewer")) return
    const reason = explainGoldPause(dataset.settings, counts)
    if (reason === null) return
    yield* Effect.provideService(pauses.pauseUnlessPaused(permitted, actor, reason), CurrentActor, system)
  })

  return { record }
})

/** The known label is the first one. */
const answerLetter = toOverlapLetter(1)

/** The warnings about what the configuration does not have. */
const outdatedRules: ReadonlyArray<WarningRuleName> = ["unknown-category", "unknown-attribute"]

const notCompared: GoldResult = { score: null, passed: null }

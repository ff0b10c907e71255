import { Effect } from "effect"
import type { Dataset } from "../../domain/Dataset.ts"
import type { GoldCount } from "../../domain/Gold.ts"
import { type OverlapLabel, toOverlapLetter } from "../../domain/Overlap.ts"
import { GoldStore } from "../../placement/GoldStore.ts"
import type { MergingDataset } from "./readMergeOptions.ts"

/** Makes the function that adds the weights of votes to a dataset, for the finished labels of a sample in the order of their letters. */
export const makeVoteWeights = Effect.map(GoldStore, (store) =>
  Effect.fnUntraced(function* (dataset: Dataset, labels: ReadonlyArray<Pick<OverlapLabel, "labeler">>) {
    if (dataset.settings.overlapWeights === "equal") return dataset
    const counts = yield* store.countAnswers(
      dataset.id,
      labels.map(({ labeler }) => labeler),
    )
    const weights = labels.map(
      ({ labeler }, index) => [toOverlapLetter(index), computeWeight(counts.get(labeler))] as const,
    )
    return { ...dataset, voteWeights: Object.fromEntries(weights) } satisfies Dataset & MergingDataset
  }),
)

/** The share of answers that passed, with one that passed and one that did not added: 0.5 without answers, and never 0 or 1 (Laplace's rule of succession). */
const computeWeight = ({ answers, passed }: GoldCount = { answers: 0, passed: 0 }): number =>
  (passed + 1) / (answers + 2)

import { Context, type Effect, type Option } from "effect"
import type { GoldAnswer, GoldCount, GoldFigures, GoldLabel, GoldTurn } from "../domain/Gold.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { QueuePlace } from "./queuePlace.ts"

/** A search for gold samples that a person has not answered. */
export interface WaitingGoldQuery {
  readonly datasetId: DatasetId
  readonly user: Username
  /** 1–1001. */
  readonly limit: number
}

/** The place of a gold sample in the queue, and its draw. */
export interface GoldPlace extends QueuePlace, Pick<GoldLabel, "draw"> {}

/** A gold sample with the figures of its answers. */
export interface GoldSampleFigures
  extends GoldFigures,
    Pick<GoldLabel, "createdAt" | "createdBy" | "sampleId"> {}

/** A search for answers: to a sample, or of a person. */
export interface GoldAnswersQuery {
  readonly datasetId: DatasetId
  readonly of: { readonly sampleId: SampleId } | { readonly user: Username }
  /** The last answer of the page before; null for the first page. */
  readonly after: Pick<GoldAnswer, "at" | "sampleId" | "user"> | null
  /** 1–1001. */
  readonly limit: number
}

/** A person with the figures of their answers, and those since their last pause ended. */
export interface GoldPersonFigures extends GoldFigures {
  readonly user: Username
  readonly counted: GoldCount
}

/**
 * The port for gold samples. Their places and the labels that people give are those of `OverlapStore`, whose `remove` deletes the known label
 * too; nothing else reads what is stored here.
 */
export class GoldStore extends Context.Tag("@annotary/core/GoldStore")<
  GoldStore,
  {
    /** The known label of a sample. */
    readonly find: (dataset: DatasetId, sample: SampleId) => Effect.Effect<Option.Option<GoldLabel>>
    /** The number of gold samples of a dataset. */
    readonly count: (dataset: DatasetId) => Effect.Effect<number>
    /**
     * Inserts the known label of a sample with an overlap, or replaces it. A replaced one keeps its draw. The sample's answers become outdated, in one step with it,
     * unless its known label has the same text as `attributes`.
     */
    readonly put: (label: GoldLabel) => Effect.Effect<void>
    /** The first gold samples after one (null: of all), in the order of their ids. Outdated answers are `notCompared`. */
    readonly list: (
      dataset: DatasetId,
      after: SampleId | null,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<GoldSampleFigures>>
    /**
     * The gold samples that the person has not answered, in the order of np and sample. Those whose known label they made, and those of which
     * they have a place (a lease that lasts, or saved work), are left out. Locks nothing.
     */
    readonly listWaiting: (request: WaitingGoldQuery) => Effect.Effect<ReadonlyArray<GoldPlace>>
    /** Those next to a place in that order: up to `limit` before it, and as many after it. */
    readonly listNear: (
      request: WaitingGoldQuery & { readonly head: QueuePlace },
    ) => Effect.Effect<ReadonlyArray<GoldPlace>>
    /** The same as `listWaiting` in the order of their draws from `pivot` on: those below it come last. */
    readonly listNext: (
      request: WaitingGoldQuery & Pick<GoldTurn, "pivot">,
    ) => Effect.Effect<ReadonlyArray<GoldPlace>>
    /** The answers to a gold sample, or of a person, the latest first; those of one time by sample and name, the last first. */
    readonly listAnswers: (request: GoldAnswersQuery) => Effect.Effect<ReadonlyArray<GoldAnswer>>
    /** The answer of a person to a sample. */
    readonly findAnswer: (
      dataset: DatasetId,
      sample: SampleId,
      user: Username,
    ) => Effect.Effect<Option.Option<GoldAnswer>>
    /**
     * Inserts an answer, and a turn of rate 0 for a person who has none. Returns the counts of the person, of their `counted` answers that were compared and are not outdated; null, without a change,
     * when the person has answered the sample.
     */
    readonly addAnswer: (answer: GoldAnswer) => Effect.Effect<GoldCount | null>
    /** The answers of at most 10 people that were compared and are not outdated. People without an answer may be left out. */
    readonly countAnswers: (
      dataset: DatasetId,
      users: ReadonlyArray<Username>,
    ) => Effect.Effect<ReadonlyMap<Username, GoldCount>>
    /** The turn of a person. None before their first one or answer. */
    readonly findTurn: (dataset: DatasetId, user: Username) => Effect.Effect<Option.Option<GoldTurn>>
    /** Inserts or replaces the turn of a person. */
    readonly putTurn: (turn: GoldTurn) => Effect.Effect<void>
    /** Makes the answers of a person no longer `counted`. */
    readonly resetCounts: (dataset: DatasetId, user: Username) => Effect.Effect<void>
    /** The first people after a name (null: of all) who have answered gold samples, by username. Outdated answers are `notCompared`. */
    readonly listPeople: (
      dataset: DatasetId,
      after: Username | null,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<GoldPersonFigures>>
  }
>() {}

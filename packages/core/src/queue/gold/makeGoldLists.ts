/** Lists gold samples, the people who answered them, and their answers. */
import { Effect, Option, Schema } from "effect"
import { Access, type DatasetRef } from "../../access/Access.ts"
import { InvalidInput } from "../../domain/errors.ts"
import type { GoldAnswer } from "../../domain/Gold.ts"
import type { DatasetId, SampleId } from "../../domain/Ids.ts"
import { Username } from "../../domain/Names.ts"
import type { OverlapLabel } from "../../domain/Overlap.ts"
import { traced } from "../../kernel/traced.ts"
import {
  type GoldAnswersQuery,
  type GoldPersonFigures,
  type GoldSampleFigures,
  GoldStore,
} from "../../placement/GoldStore.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import { SampleReader } from "../../reading/SampleReader.ts"

/** The result of a person with their label. An outdated one has no `passed`; its `score` is the agreement with the known label before. */
export interface LabeledGoldAnswer extends GoldAnswer {
  /** Null where the sample was returned to the queue since. */
  readonly label: Pick<OverlapLabel, "attributes" | "comment" | "status"> | null
}

/** The result of a person with the name of the sample. */
export interface NamedGoldAnswer extends GoldAnswer {
  /** Null where the sample was deleted since. */
  readonly name: string | null
}

/** The most answers that are shown with their labels. */
export const maxShownAnswers = 100

/** The figures of a gold sample with its name. */
export interface NamedGoldFigures extends GoldSampleFigures {
  readonly name: string
}

/** A page of a list, whose rows are named by sample or person. */
export interface ListGold<Row = SampleId> {
  /** The last row of the page before. */
  readonly after?: Row | undefined
  /** 1–1000, for answers with their labels 1–100. Defaults to 100. */
  readonly limit?: number | undefined
}

const isUsername = Schema.is(Username)

/** The most rows of a page. */
const maxRows = 1000

const clampLimit = (limit: number | undefined, most: number): number =>
  Math.min(Math.max(limit ?? 100, 1), most)

const toShown = (answer: GoldAnswer): GoldAnswer => ({
  ...answer,
  passed: answer.outdated ? null : answer.passed,
})

export const makeGoldLists = Effect.gen(function* () {
  const store = yield* GoldStore
  const overlaps = yield* OverlapStore
  const access = yield* Access
  const samples = yield* SampleReader

  /**
   * The answers to a sample with the labels of people, the latest first. `isGold`: false for a sample that was returned, whose labels are those of
   * people who label it anew, and which nobody sees before its decision.
   */
  const readAnswers = Effect.fnUntraced(function* (
    datasetId: DatasetId,
    sampleId: SampleId,
    isGold: boolean,
    after: GoldAnswersQuery["after"],
    limit: number,
  ) {
    const answers = yield* store.listAnswers({ datasetId, of: { sampleId }, after, limit })
    const people = answers.map(({ user }) => user)
    const stored =
      !isGold || people.length === 0 ? [] : yield* overlaps.listLabels(datasetId, sampleId, people)
    const byPerson = new Map(stored.map((label) => [label.labeler, label]))
    return answers.map(
      (answer): LabeledGoldAnswer => ({ ...toShown(answer), label: byPerson.get(answer.user) ?? null }),
    )
  })

  /** Lists the answers to a sample with the labels of people, the latest first. A sample that is no gold sample any more has those of before, without labels. */
  const listAnswers = traced("GoldSamples.answers")(function* (id: SampleId, page: ListGold<Username> = {}) {
    const { dataset } = yield* access.require({ _tag: "Sample", id }, "view_work")
    const after = page.after === undefined ? null : yield* findLast(dataset.id, id, page.after)
    const isGold = Option.isSome(yield* store.find(dataset.id, id))
    return yield* readAnswers(dataset.id, id, isGold, after, clampLimit(page.limit, maxShownAnswers))
  })

  /** Lists the answers of a person to the gold samples of a dataset, the latest first. Nobody of an unknown name has any. */
  const listPersonAnswers = traced("GoldSamples.personAnswers")(function* (
    ref: DatasetRef,
    name: string,
    page: ListGold = {},
  ) {
    const { dataset } = yield* access.require(ref, "view_work")
    if (!isUsername(name)) return []
    const user = name
    const after = page.after === undefined ? null : yield* findLast(dataset.id, page.after, user)
    const limit = clampLimit(page.limit, maxRows)
    const answers = yield* store.listAnswers({ datasetId: dataset.id, of: { user }, after, limit })
    const named = yield* samples.listSummaries(answers.map(({ sampleId }) => sampleId))
    const names = new Map(named.map(({ id, name }) => [id, name]))
    return answers.map(
      (answer): NamedGoldAnswer => ({ ...toShown(answer), name: names.get(answer.sampleId) ?? null }),
    )
  })

  /** The last answer of the page before. */
  const findLast = (dataset: DatasetId, sample: SampleId, user: Username) =>
    Effect.flatMap(
      store.findAnswer(dataset, sample, user),
      Effect.mapError(() => InvalidInput.at("/after", "must be the last row of a page of this list")),
    )

  /** Lists the gold samples of a dataset with their names and the figures of their answers, in the order of their ids. */
  const list = traced("GoldSamples.list")(function* (ref: DatasetRef, page: ListGold = {}) {
    const { dataset } = yield* access.require(ref, "view_work")
    const rows = yield* store.list(dataset.id, page.after ?? null, clampLimit(page.limit, maxRows))
    const named = yield* samples.listSummaries(rows.map(({ sampleId }) => sampleId))
    const names = new Map(named.map(({ id, name }) => [id, name]))
    // A sample that was deleted meanwhile has no name.
    return rows.flatMap((row): ReadonlyArray<NamedGoldFigures> => {
      const name = names.get(row.sampleId)
      return name === undefined ? [] : [{ ...row, name }]
    })
  })

  /** Lists the people who have answered gold samples, with their figures, by username. */
  const listPeople = traced("GoldSamples.people")(function* (ref: DatasetRef, page: ListGold<Username> = {}) {
    const { dataset } = yield* access.require(ref, "view_work")
    const people = yield* store.listPeople(dataset.id, page.after ?? null, clampLimit(page.limit, maxRows))
    return people satisfies ReadonlyArray<GoldPersonFigures>
  })

  const lists = { list, people: listPeople, answers: listAnswers, personAnswers: listPersonAnswers }
  return { lists, readAnswers }
})

/** IssueStore in memory. */
import { HashMap, Option } from "effect"
import type { IssueId, SampleId } from "../domain/Ids.ts"
import type { Issue } from "../domain/Issue.ts"
import { IssueStore } from "../issues/IssueStore.ts"
import type { Database } from "./Database.ts"
import { type DatasetRows, findDatasetRows, findHome, type State, updateDataset } from "./State.ts"
import { cacheByKey, findFirstIndex, listKeys } from "./sorted.ts"

export const issueStore = (db: Database): typeof IssueStore.Service =>
  IssueStore.of({
    insert: (issue) =>
      db.write((state) => {
        const [, next] = updateDataset(state, issue.datasetId, undefined, (rows) => [
          undefined,
          { ...rows, issues: HashMap.set(rows.issues, issue.id, issue) },
        ])
        return [undefined, { ...next, homes: HashMap.set(next.homes, issue.id, issue.datasetId) }]
      }),
    byId: (id) => db.read((state) => findIssue(state, id)),
    ofDataset: (dataset, { after, limit }) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        if (rows === undefined) return []
        const ids = issueIds(rows.issues)
        const from = after === null ? 0 : findFirstIndex(ids, (id) => id > after)
        return ids.slice(from, from + limit).flatMap((id) => toShown(rows, id))
      }),
    ofSample: (sample) => db.read((state) => listIssuesOfSamples(state, [sample])),
    ofSamples: (samples) => db.read((state) => listIssuesOfSamples(state, samples)),
    update: (issue) =>
      db.write((state) =>
        changeIssue(
          state,
          issue.id,
          (stored) => [undefined, { ...issue, comments: stored.comments }],
          undefined,
        ),
      ),
    remove: (id) =>
      db.write((state) => {
        const rows = findHome(state, id)
        if (rows === undefined || !HashMap.has(rows.issues, id)) return [false, state]
        const [, next] = updateDataset(state, rows.dataset.id, undefined, (all) => [
          undefined,
          { ...all, issues: HashMap.remove(all.issues, id) },
        ])
        return [true, { ...next, homes: HashMap.remove(next.homes, id) }]
      }),
    addComment: (issue, comment) =>
      db.write((state) =>
        changeIssue(
          state,
          issue.id,
          (stored) => [undefined, { ...stored, comments: [...stored.comments, comment] }],
          undefined,
        ),
      ),
    removeComment: (issue, comment) =>
      db.write((state) =>
        changeIssue(
          state,
          issue.id,
          (stored) => {
            const comments = stored.comments.filter(({ id }) => id !== comment)
            return [comments.length < stored.comments.length, { ...stored, comments }]
          },
          false,
        ),
      ),
  })

const issueIds = cacheByKey(listKeys<IssueId, Issue>)

/** The issue with the current name of its sample. */
const toShown = (rows: DatasetRows, id: IssueId): ReadonlyArray<Issue> =>
  Option.toArray(
    Option.map(HashMap.get(rows.issues, id), (issue) => {
      const sample = HashMap.get(rows.samples, issue.sampleId)
      return Option.isSome(sample) ? { ...issue, sampleName: sample.value.name } : issue
    }),
  )

const findIssue = (state: State, id: IssueId): Option.Option<Issue> => {
  const rows = findHome(state, id)
  return Option.fromNullable(rows === undefined ? undefined : toShown(rows, id)[0])
}

const listIssuesOfSamples = (state: State, samples: ReadonlyArray<SampleId>): ReadonlyArray<Issue> => {
  const sampleIds = new Set(samples)
  const datasets = new Set(samples.flatMap((id) => findHome(state, id) ?? []))
  return [...datasets].flatMap((rows) =>
    issueIds(rows.issues).flatMap((id) => {
      const sample = Option.map(HashMap.get(rows.issues, id), (issue) => issue.sampleId)
      return Option.isSome(sample) && sampleIds.has(sample.value) ? toShown(rows, id) : []
    }),
  )
}

const changeIssue = <A>(
  state: State,
  id: IssueId,
  how: (stored: Issue) => readonly [A, Issue],
  otherwise: A,
): readonly [A, State] =>
  updateDataset(state, findHome(state, id)?.dataset.id, otherwise, (rows) =>
    Option.match(HashMap.get(rows.issues, id), {
      onNone: () => [otherwise, rows],
      onSome: (stored) => {
        const [answer, issue] = how(stored)
        return [answer, { ...rows, issues: HashMap.set(rows.issues, id, issue) }]
      },
    }),
  )

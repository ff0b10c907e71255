/** IssueStore in memory. */
import { HashMap, Option } from "effect"
import type { IssueId, SampleId } from "../domain/Ids.ts"
import type { Issue } from "../domain/Issue.ts"
import { IssueStore } from "../issues/IssueStore.ts"
import type { Database } from "./Database.ts"
import { type DatasetRows, datasetOf, homeOf, inDataset, type State } from "./State.ts"
import { firstWhere, keysOf, remembered } from "./sorted.ts"

export const issueStore = (db: Database): typeof IssueStore.Service =>
  IssueStore.of({
    insert: (issue) =>
      db.write((state) => {
        const [, next] = inDataset(state, issue.datasetId, undefined, (rows) => [
          undefined,
          { ...rows, issues: HashMap.set(rows.issues, issue.id, issue) },
        ])
        return [undefined, { ...next, homes: HashMap.set(next.homes, issue.id, issue.datasetId) }]
      }),
    byId: (id) => db.read((state) => issueOf(state, id)),
    ofDataset: (dataset, { after, limit }) =>
      db.read((state) => {
        const rows = datasetOf(state, dataset)
        if (rows === undefined) return []
        const ids = issueIds(rows.issues)
        const from = after === null ? 0 : firstWhere(ids, (id) => id > after)
        return ids.slice(from, from + limit).flatMap((id) => shown(rows, id))
      }),
    ofSample: (sample) => db.read((state) => ofSamples(state, [sample])),
    ofSamples: (samples) => db.read((state) => ofSamples(state, samples)),
    update: (issue) =>
      db.write((state) =>
        change(state, issue.id, (stored) => [undefined, { ...issue, comments: stored.comments }], undefined),
      ),
    remove: (id) =>
      db.write((state) => {
        const rows = homeOf(state, id)
        if (rows === undefined || !HashMap.has(rows.issues, id)) return [false, state]
        const [, next] = inDataset(state, rows.dataset.id, undefined, (all) => [
          undefined,
          { ...all, issues: HashMap.remove(all.issues, id) },
        ])
        return [true, { ...next, homes: HashMap.remove(next.homes, id) }]
      }),
    addComment: (issue, comment) =>
      db.write((state) =>
        change(
          state,
          issue.id,
          (stored) => [undefined, { ...stored, comments: [...stored.comments, comment] }],
          undefined,
        ),
      ),
    removeComment: (issue, comment) =>
      db.write((state) =>
        change(
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

const issueIds = remembered(keysOf<IssueId, Issue>)

/** The issue with the current name of its sample. */
const shown = (rows: DatasetRows, id: IssueId): ReadonlyArray<Issue> =>
  Option.toArray(
    Option.map(HashMap.get(rows.issues, id), (issue) => {
      const sample = HashMap.get(rows.samples, issue.sampleId)
      return Option.isSome(sample) ? { ...issue, sampleName: sample.value.name } : issue
    }),
  )

const issueOf = (state: State, id: IssueId): Option.Option<Issue> => {
  const rows = homeOf(state, id)
  return Option.fromNullable(rows === undefined ? undefined : shown(rows, id)[0])
}

const ofSamples = (state: State, samples: ReadonlyArray<SampleId>): ReadonlyArray<Issue> => {
  const wanted = new Set(samples)
  const datasets = new Set(samples.flatMap((id) => homeOf(state, id) ?? []))
  return [...datasets].flatMap((rows) =>
    issueIds(rows.issues).flatMap((id) => {
      const sample = Option.map(HashMap.get(rows.issues, id), (issue) => issue.sampleId)
      return Option.isSome(sample) && wanted.has(sample.value) ? shown(rows, id) : []
    }),
  )
}

const change = <A>(
  state: State,
  id: IssueId,
  how: (stored: Issue) => readonly [A, Issue],
  otherwise: A,
): readonly [A, State] =>
  inDataset(state, homeOf(state, id)?.dataset.id, otherwise, (rows) =>
    Option.match(HashMap.get(rows.issues, id), {
      onNone: () => [otherwise, rows],
      onSome: (stored) => {
        const [answer, issue] = how(stored)
        return [answer, { ...rows, issues: HashMap.set(rows.issues, id, issue) }]
      },
    }),
  )

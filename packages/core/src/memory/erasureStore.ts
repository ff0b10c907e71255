/** ErasureStore in memory. */
import { HashMap, Option, RedBlackTree } from "effect"
import { ErasureStore, type Renaming } from "../access/ErasureStore.ts"
import { mentions, renamed, renamedText } from "../access/renamed.ts"
import { isAboutPerson } from "../accounts/personEvents.ts"
import { hasSegment } from "../accounts/personTexts.ts"
import type { DatasetId } from "../domain/Ids.ts"
import { nameKey } from "../domain/Names.ts"
import type { Database } from "./Database.ts"
import { type QueueRow, setRow } from "./queueRows.ts"
import type { DatasetRows, State } from "./State.ts"
import { withoutEndpoints, withoutEvents } from "./webhooks/erasing.ts"

export const erasureStore = (db: Database): typeof ErasureStore.Service =>
  ErasureStore.of({
    datasets: db.read((state) =>
      [...HashMap.values(state.datasets), ...HashMap.values(state.deleted)]
        .map(({ dataset: { id, name, owner } }) => ({ id, name: `${owner}/${name}` }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    ),
    rename: (names, dataset) =>
      db.write((state) => {
        const count = new Changes()
        if (dataset === null) {
          const next = withoutDataset(state, names, count)
          return [count.rows, next] as const
        }
        const rowsOf = (rows: DatasetRows) => renamedRows(rows, names, count)
        const next = {
          ...state,
          datasets: HashMap.modify(state.datasets, dataset, rowsOf),
          deleted: HashMap.modify(state.deleted, dataset, rowsOf),
          queue: renamedQueue(state, dataset, names, count),
        }
        return [count.rows, next] as const
      }),
    close: (names, at) =>
      db.write((state) => {
        const user = Option.getOrUndefined(HashMap.get(state.users, nameKey(names.from)))
        if (user === undefined || user.username !== names.from) return [null, state] as const
        const pseudonym = {
          ...user,
          username: names.to,
          email: null,
          siteAdmin: false,
          webhooksEnabled: false,
          disabledAt: user.disabledAt ?? at,
        }
        const members = HashMap.filter(state.members, (member) => member.user !== names.from)
        const apiKeys = HashMap.filter(state.apiKeys, (key) => key.user !== names.from)
        const sessions = HashMap.filter(state.sessions, (session) => session.user !== names.from)
        const signInTokens = HashMap.filter(state.signInTokens, (token) => token.user !== names.from)
        const [endpoints, webhooks] = withoutEndpoints(state.webhooks, names.from)
        const left = (rows: DatasetRows): DatasetRows => ({
          ...rows,
          collaborators: HashMap.remove(rows.collaborators, nameKey(names.from)),
        })
        const [datasets, deleted] = [HashMap.map(state.datasets, left), HashMap.map(state.deleted, left)]
        const collaborations =
          collaboratorsOf(state.datasets) +
          collaboratorsOf(state.deleted) -
          collaboratorsOf(datasets) -
          collaboratorsOf(deleted)
        const closed = {
          apiKeys: HashMap.size(state.apiKeys) - HashMap.size(apiKeys),
          memberships: HashMap.size(state.members) - HashMap.size(members),
          collaborations,
          endpoints,
        }
        const users = HashMap.set(
          HashMap.remove(state.users, nameKey(names.from)),
          nameKey(names.to),
          pseudonym,
        )
        const invitations = HashMap.filter(state.invitations, (one) => one.createdBy !== names.from)
        const linkedIdentities = HashMap.filter(state.linkedIdentities, (link) => link.user !== names.from)
        const givenRoles = HashMap.filter(state.givenRoles, (given) => given.user !== names.from)
        const signIns = { sessions, signInTokens, linkedIdentities, givenRoles }
        const own = { users, members, apiKeys, invitations, ...signIns }
        return [closed, { ...state, ...own, datasets, deleted, webhooks }] as const
      }),
    forgetEvents: (person) =>
      db.write((state) => {
        const gone = [...state.outbox].flatMap(([, event]) =>
          isAboutPerson(event, person) ? [event.id] : [],
        )
        const outbox = gone.reduce((all, id) => RedBlackTree.removeFirst(all, id), state.outbox)
        const webhooks = withoutEvents(state.webhooks, new Set<string>(gone), person)
        return [gone.length, { ...state, outbox, webhooks }] as const
      }),
    // Nothing is on disk.
    compact: db.read(() => true),
  })

/** Counts the rows that change. */
class Changes {
  rows = 0

  /** Returns the changed row, unless nothing in it changed. */
  of<A>(before: A, isSame: boolean, after: A): A {
    if (isSame) return before
    this.rows += 1
    return after
  }

  renamed<A>(entity: A, names: Renaming): A {
    const after = renamed(entity, names)
    return this.of(entity, after === entity, after)
  }
}

const withoutDataset = (state: State, names: Renaming, count: Changes): State => {
  const own = `${names.from}/`
  const answers = HashMap.filter(
    state.answers,
    ({ answer, fingerprint }, key) =>
      !key.startsWith(own) &&
      !hasSegment(fingerprint, names.from) &&
      !(answer !== null && (mentions(answer.body, names.from) || hasSegment(answer.headers, names.from))),
  )
  count.rows += HashMap.size(state.answers) - HashMap.size(answers)
  return {
    ...state,
    answers,
    users: HashMap.map(state.users, (user) => count.renamed(user, names)),
    apiKeys: HashMap.map(state.apiKeys, (key) =>
      count.of(key, key.createdBy !== names.from, { ...key, createdBy: names.to }),
    ),
    assets: HashMap.map(state.assets, (row) => {
      const asset = renamed(row.asset, names)
      return count.of(row, asset === row.asset, { ...row, asset })
    }),
    // The audit log and jobs outlive their datasets.
    audit: renamedAudit(state, names, count),
    jobs: HashMap.map(state.jobs, (row) => {
      const job = renamed(row.job, names)
      const payload = renamedText(job.payload, names)
      return count.of(row, job === row.job && payload === job.payload, { ...row, job: { ...job, payload } })
    }),
  }
}

const renamedAudit = (state: State, names: Renaming, count: Changes) =>
  HashMap.map(state.audit, (entry) => {
    const next = renamed(entry, names)
    const details = renamedText(entry.details, names)
    return count.of(entry, next === entry && details === entry.details, { ...next, details })
  })

const renamedQueue = (state: State, dataset: DatasetId, names: Renaming, count: Changes) =>
  [...HashMap.entries(state.queue.rows)].reduce((queue, [id, row]) => {
    if (row.datasetId !== dataset) return queue
    const next: QueueRow = { ...row, key: renamed(row.key, names), lease: renamed(row.lease, names) }
    if (next.key === row.key && next.lease === row.lease) return queue
    count.rows += 1
    return setRow(queue, id, next)
  }, state.queue)

const renamedRows = (rows: DatasetRows, names: Renaming, count: Changes): DatasetRows => {
  const one = <A>(entity: A) => count.renamed(entity, names)
  const each = <Key, A>(map: HashMap.HashMap<Key, A>) => HashMap.map(map, (entity) => one(entity))
  return {
    ...rows,
    dataset: one(rows.dataset),
    labelsets: each(rows.labelsets),
    samples: each(rows.samples),
    labels: HashMap.map(rows.labels, (labels) => HashMap.map(labels, (label) => one(label))),
    histories: HashMap.map(rows.histories, (labels) =>
      HashMap.map(labels, (versions) => versions.map((version) => one(version))),
    ),
    changes: each(rows.changes),
    configurations: rows.configurations.map((version) => one(version)),
    checkResults: HashMap.map(rows.checkResults, (labels) =>
      HashMap.map(labels, (row) => ({
        ...row,
        dismissals: row.dismissals.map((dismissal) => one(dismissal)),
      })),
    ),
    issues: HashMap.map(rows.issues, (issue) => {
      // Comments count separately, as they are separate rows elsewhere.
      const comments = issue.comments.map((comment) => one(comment))
      const { createdBy, updatedBy } = issue
      const next = { ...renamed({ createdBy, updatedBy }, names), comments }
      return {
        ...count.of(issue, next.createdBy === createdBy && next.updatedBy === updatedBy, {
          ...issue,
          ...next,
        }),
        comments,
      }
    }),
    releases: each(rows.releases),
    transfers: each(rows.transfers),
    workunits: HashMap.map(rows.workunits, (unit) => {
      const next = renamed(unit, names)
      const repeats = unit.answer !== null && mentions(unit.answer, names.from)
      // A repeated request is answered no more.
      const after = repeats ? { ...next, digest: null, answer: null } : next
      return count.of(unit, after === unit, after)
    }),
  }
}

const collaboratorsOf = (datasets: State["datasets"]): number =>
  HashMap.reduce(datasets, 0, (sum, { collaborators }) => sum + HashMap.size(collaborators))

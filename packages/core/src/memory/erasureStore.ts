/** ErasureStore in memory. */
import { HashMap, Option, RedBlackTree } from "effect"
import { ErasureStore, type Renaming } from "../access/ErasureStore.ts"
import { hasMention, replacePersonName, replacePersonNameInJson } from "../access/replacePersonName.ts"
import { isAboutPerson } from "../accounts/personEvents.ts"
import { hasSegment } from "../accounts/personTexts.ts"
import type { DatasetId } from "../domain/Ids.ts"
import { nameKey } from "../domain/Names.ts"
import type { Overlap } from "../domain/Overlap.ts"
import type { Database } from "./Database.ts"
import { formatAnswerKey } from "./goldStore.ts"
import { formatAcknowledgementKey } from "./guideStore.ts"
import { emptyOverlaps, type OverlapRows, setOverlapRow } from "./overlapRows.ts"
import { type QueueRow, setRow } from "./queueRows.ts"
import type { DatasetRows, State } from "./State.ts"
import { formatVersionKey } from "./userStore.ts"
import { removeEndpoints, removeEvents } from "./webhooks/erasing.ts"

export const makeErasureStore = (db: Database): typeof ErasureStore.Service =>
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
          const next = renameOutsideDatasets(state, names, count)
          return [count.rows, next] as const
        }
        const renamePerson = (rows: DatasetRows) => renameInRows(rows, names, count)
        const next = {
          ...state,
          datasets: HashMap.modify(state.datasets, dataset, renamePerson),
          deleted: HashMap.modify(state.deleted, dataset, renamePerson),
          queue: renameInQueue(state, dataset, names, count),
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
          displayName: null,
          modelOf: user.modelOf === null ? null : names.to,
          siteAdmin: false,
          webhooksEnabled: false,
          feedSince: null,
          disabledAt: user.disabledAt ?? at,
        }
        const members = HashMap.filter(state.members, (member) => member.user !== names.from)
        const apiKeys = HashMap.filter(state.apiKeys, (key) => key.user !== names.from)
        const sessions = HashMap.filter(state.sessions, (session) => session.user !== names.from)
        const signInTokens = HashMap.filter(state.signInTokens, (token) => token.user !== names.from)
        const [endpoints, webhooks] = removeEndpoints(state.webhooks, names.from)
        const removePerson = (rows: DatasetRows): DatasetRows => ({
          ...rows,
          collaborators: HashMap.remove(rows.collaborators, nameKey(names.from)),
          pauses: HashMap.remove(HashMap.remove(rows.pauses, names.from), names.to),
        })
        const [datasets, deleted] = [
          HashMap.map(state.datasets, removePerson),
          HashMap.map(state.deleted, removePerson),
        ]
        const collaborations =
          countCollaborators(state.datasets) +
          countCollaborators(state.deleted) -
          countCollaborators(datasets) -
          countCollaborators(deleted)
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
        const webhooks = removeEvents(state.webhooks, new Set<string>(gone), person)
        return [gone.length, { ...state, outbox, webhooks }] as const
      }),
    // Nothing is on disk.
    compact: db.read(() => true),
  })

/** Counts the rows that change. */
class Changes {
  rows = 0

  /** Returns the changed row, unless nothing in it changed. */
  countChange<A>(before: A, isSame: boolean, after: A): A {
    if (isSame) return before
    this.rows += 1
    return after
  }

  renameEntity<A>(entity: A, names: Renaming): A {
    const after = replacePersonName(entity, names)
    return this.countChange(entity, after === entity, after)
  }
}

const renameOutsideDatasets = (state: State, names: Renaming, count: Changes): State => {
  const own = `${names.from}/`
  const answers = HashMap.filter(
    state.answers,
    ({ answer, fingerprint }, key) =>
      !key.startsWith(own) &&
      !hasSegment(fingerprint, names.from) &&
      !(answer !== null && (hasMention(answer.body, names.from) || hasSegment(answer.headers, names.from))),
  )
  count.rows += HashMap.size(state.answers) - HashMap.size(answers)
  return {
    ...state,
    answers,
    users: HashMap.map(state.users, (user) => count.renameEntity(user, names)),
    modelVersions: HashMap.fromIterable(
      [...HashMap.values(state.modelVersions)].map((version) => {
        const renamed = count.renameEntity(version, names)
        return [formatVersionKey(renamed), renamed] as const
      }),
    ),
    apiKeys: HashMap.map(state.apiKeys, (key) =>
      count.countChange(key, key.createdBy !== names.from, { ...key, createdBy: names.to }),
    ),
    assets: HashMap.map(state.assets, (row) => {
      const asset = replacePersonName(row.asset, names)
      return count.countChange(row, asset === row.asset, { ...row, asset })
    }),
    // The audit log and jobs outlive their datasets.
    audit: renameInAudit(state, names, count),
    jobs: HashMap.map(state.jobs, (row) => {
      const job = replacePersonName(row.job, names)
      const payload = replacePersonNameInJson(job.payload, names)
      return count.countChange(row, job === row.job && payload === job.payload, {
        ...row,
        job: { ...job, payload },
      })
    }),
  }
}

const renameInAudit = (state: State, names: Renaming, count: Changes) =>
  HashMap.map(state.audit, (entry) => {
    const next = replacePersonName(entry, names)
    const details = replacePersonNameInJson(entry.details, names)
    return count.countChange(entry, next === entry && details === entry.details, { ...next, details })
  })

const renameInQueue = (state: State, dataset: DatasetId, names: Renaming, count: Changes) => ({
  ...renameInQueueRows(state, dataset, names, count),
  ended: HashMap.map(state.queue.ended, (row) => {
    const lease = row.datasetId === dataset ? replacePersonName(row.lease, names) : row.lease
    return count.countChange(row, lease === row.lease, { ...row, lease })
  }),
})

const renameInQueueRows = (state: State, dataset: DatasetId, names: Renaming, count: Changes) =>
  [...HashMap.entries(state.queue.rows)].reduce((queue, [id, row]) => {
    if (row.datasetId !== dataset) return queue
    const next: QueueRow = {
      ...row,
      key: replacePersonName(row.key, names),
      lease: replacePersonName(row.lease, names),
    }
    if (next.key === row.key && next.lease === row.lease) return queue
    count.rows += 1
    return setRow(queue, id, next)
  }, state.queue)

const renameInRows = (rows: DatasetRows, names: Renaming, count: Changes): DatasetRows => {
  const renameOne = <A>(entity: A) => count.renameEntity(entity, names)
  const renameEach = <Key, A>(map: HashMap.HashMap<Key, A>) => HashMap.map(map, (entity) => renameOne(entity))
  return {
    ...rows,
    dataset: renameOne(rows.dataset),
    acknowledgements: renameAcknowledgements(rows, names, count),
    pauses: renamePauses(rows, names, count),
    overlaps: renameOverlaps(rows.overlaps, names, count),
    overlapLabels: HashMap.map(rows.overlapLabels, (labels) => labels.map((label) => renameOne(label))),
    goldLabels: renameEach(rows.goldLabels),
    goldAnswers: renameAnswers(rows, names, count),
    goldTurns: renameGoldTurns(rows, names, count),
    labelsets: renameEach(rows.labelsets),
    samples: renameEach(rows.samples),
    labels: HashMap.map(rows.labels, (labels) => HashMap.map(labels, (label) => renameOne(label))),
    histories: HashMap.map(rows.histories, (labels) =>
      HashMap.map(labels, (versions) => versions.map((version) => renameOne(version))),
    ),
    changes: renameEach(rows.changes),
    configurations: rows.configurations.map((version) => renameOne(version)),
    checkResults: HashMap.map(rows.checkResults, (labels) =>
      HashMap.map(labels, (row) => ({
        ...row,
        dismissals: row.dismissals.map((dismissal) => renameOne(dismissal)),
      })),
    ),
    issues: HashMap.map(rows.issues, (issue) => {
      // Comments count separately, as they are separate rows elsewhere.
      const comments = issue.comments.map((comment) => renameOne(comment))
      const { createdBy, updatedBy } = issue
      const next = { ...replacePersonName({ createdBy, updatedBy }, names), comments }
      return {
        ...count.countChange(issue, next.createdBy === createdBy && next.updatedBy === updatedBy, {
          ...issue,
          ...next,
        }),
        comments,
      }
    }),
    releases: renameEach(rows.releases),
    // Strata, draws and exclusions count separately, as they are separate rows elsewhere.
    audits: HashMap.map(rows.audits, ({ audit, draws, exclusions, strata }) => ({
      audit: renameOne(audit),
      strata: strata.map((stratum) => renameOne(stratum)),
      draws: draws.map((draw) => renameOne(draw)),
      exclusions: exclusions.map((exclusion) => renameOne(exclusion)),
    })),
    transfers: renameEach(rows.transfers),
    predictions: HashMap.map(rows.predictions, (prediction) => {
      const { model } = prediction
      const next = replacePersonName({ model }, names)
      const repeats = prediction.answer !== null && hasMention(prediction.answer, names.from)
      const after = { ...prediction, ...next, ...(repeats ? { digest: null, answer: null } : {}) }
      return count.countChange(prediction, next.model === model && !repeats, after)
    }),
    workunits: HashMap.map(rows.workunits, (unit) => {
      const next = replacePersonName(unit, names)
      const repeats = unit.answer !== null && hasMention(unit.answer, names.from)
      // A repeated request is answered no more.
      const after = repeats ? { ...next, digest: null, answer: null } : next
      return count.countChange(unit, after === unit, after)
    }),
  }
}

const renameOverlaps = (overlaps: OverlapRows, names: Renaming, count: Changes): OverlapRows =>
  [...HashMap.values(overlaps.bySample)].reduce(
    (all, overlap) => setOverlapRow(all, renameOverlap(overlap, names, count)),
    emptyOverlaps,
  )

/** Places count separately, as they are separate rows elsewhere. */
const renameOverlap = (overlap: Overlap, names: Renaming, count: Changes): Overlap => {
  const { decidedBy, decidedFor } = overlap
  const next = replacePersonName({ decidedBy, decidedFor }, names)
  const isSame = next.decidedBy === decidedBy && next.decidedFor === decidedFor
  return {
    ...count.countChange(overlap, isSame, { ...overlap, ...next }),
    places: overlap.places.map((place) => {
      const { openUser, ownUser } = place
      const users = replacePersonName({ openUser, ownUser }, names)
      const lease = replacePersonName(place.lease, names)
      const isUnchanged = users.openUser === openUser && users.ownUser === ownUser && lease === place.lease
      return count.countChange(place, isUnchanged, { ...place, ...users, lease })
    }),
  }
}

/** The keys contain the usernames. */
const renameAcknowledgements = ({ acknowledgements }: DatasetRows, names: Renaming, count: Changes) =>
  HashMap.fromIterable(
    [...HashMap.values(acknowledgements)].map((acknowledgement) => {
      const renamed = count.renameEntity(acknowledgement, names)
      return [formatAcknowledgementKey(renamed), renamed] as const
    }),
  )

/** The keys are the usernames. */
const renamePauses = ({ pauses }: DatasetRows, names: Renaming, count: Changes) =>
  HashMap.fromIterable(
    [...HashMap.values(pauses)].map((pause) => {
      const renamed = count.renameEntity(pause, names)
      return [renamed.user, renamed] as const
    }),
  )

/** The keys contain the usernames. */
const renameAnswers = ({ goldAnswers }: DatasetRows, names: Renaming, count: Changes) =>
  HashMap.fromIterable(
    [...HashMap.values(goldAnswers)].map((answer) => {
      const renamed = count.renameEntity(answer, names)
      return [formatAnswerKey(renamed), renamed] as const
    }),
  )

/** The keys are the usernames. */
const renameGoldTurns = ({ goldTurns }: DatasetRows, names: Renaming, count: Changes) =>
  HashMap.fromIterable(
    [...HashMap.values(goldTurns)].map((person) => {
      const renamed = count.renameEntity(person, names)
      return [renamed.user, renamed] as const
    }),
  )

const countCollaborators = (datasets: State["datasets"]): number =>
  HashMap.reduce(datasets, 0, (sum, { collaborators }) => sum + HashMap.size(collaborators))

/** DatasetStore: datasets with their roles and counts. */
import { type Dataset, type DatasetId, nameKey, type Role, type Username } from "@annotary/core"
import {
  type DatasetAccess,
  type DatasetDetails,
  type DatasetRef,
  DatasetStore,
  matchesDatasetFilter,
  type StoredConfiguration,
} from "@annotary/core/effect"
import { Effect, Option } from "effect"
import type { Database } from "../Database.ts"
import { byAge, compare, live, liveDataset, liveSample } from "../lookups.ts"
import { collaboratorKey, roleOf } from "../roles.ts"
import { keyOf, type Tables } from "../tables.ts"
import { labelsetsOf } from "./labelsetStore.ts"

export const nameOf = ({ name, owner }: { readonly owner: string; readonly name: string }): string =>
  keyOf(nameKey(owner), nameKey(name))

const idOf = (tables: Tables, ref: DatasetRef): DatasetId | undefined => {
  switch (ref._tag) {
    case "Id":
      return ref.id
    case "Name":
      return tables.datasetNames.get(nameOf(ref))?.id
    case "Sample":
      return liveSample(tables, ref.id)?.datasetId
    case "Issue":
      return tables.issues.get(ref.id)?.datasetId
  }
}

const accessOf = (tables: Tables, dataset: Dataset, user: Username | null): DatasetAccess => ({
  dataset,
  role: user === null ? null : roleOf(tables, dataset, user),
  ownerWebhooks: tables.users.get(nameKey(dataset.owner))?.webhooksEnabled === true,
  ownerQuota: tables.quotas.get(dataset.owner) ?? null,
})

/** Deletes up to `limit` rows of a dataset. The row of the dataset itself is the last one. */
const purge = (tables: Tables, id: DatasetId, limit: number): number => {
  if ((tables.datasets.get(id)?.deletedAt ?? null) === null) return 0
  if (tables.releases.by("dataset", id).some(({ status }) => status === "PENDING")) return 0
  let gone = 0
  const keptTable = tables.datasets.get(id)?.keepWorkUntil === null ? undefined : tables.workunits
  for (const table of tables.ofDatasets)
    if (table !== keptTable) gone += table.deleteBy("dataset", id, limit - gone)
  if (tables.workunits.by("dataset", id).length > 0) return gone
  return gone < limit && tables.datasets.delete(id) ? gone + 1 : gone
}

export const datasetStore = (database: Database) => {
  const { call, tables } = database
  const { datasetNames, datasets } = tables
  const ownedBy = (owner: Username) =>
    datasets.by("owner", owner).flatMap(({ dataset, deletedAt }) => (deletedAt === null ? [dataset] : []))
  const newest = (all: ReadonlyArray<DatasetAccess>, { limit, offset }: { offset: number; limit: number }) =>
    all.toSorted((a, b) => byAge(b.dataset, a.dataset)).slice(offset, offset + limit)

  return DatasetStore.of({
    ...effective(database),
    ...collaborating(database),
    ...configuring(database),
    insert: (dataset) =>
      call("DatasetStore.insert", () => {
        if (datasetNames.get(nameOf(dataset)) !== undefined) return false
        datasetNames.put(nameOf(dataset), { id: dataset.id })
        datasets.put(dataset.id, { dataset, deletedAt: null, keepWorkUntil: null })
        return true
      }),
    access: (ref, user) =>
      call("DatasetStore.access", () => {
        const id = idOf(tables, ref)
        const dataset = id && liveDataset(tables, id)
        return dataset === undefined ? Option.none() : Option.some(accessOf(tables, dataset, user))
      }),
    update: (dataset, expected) =>
      call("DatasetStore.update", () => {
        const before = liveDataset(tables, dataset.id)
        if (before?.version !== expected) return "stale"
        const holder = datasetNames.get(nameOf(dataset))?.id
        if (holder !== undefined && holder !== dataset.id) return "taken"
        datasetNames.delete(nameOf(before))
        datasetNames.put(nameOf(dataset), { id: dataset.id })
        datasets.put(dataset.id, { dataset, deletedAt: null, keepWorkUntil: null })
        return "updated"
      }),
    listOwned: ({ owner, viewer, ...page }) =>
      call("DatasetStore.listOwned", () => {
        const all = ownedBy(owner).map((dataset) => accessOf(tables, dataset, viewer))
        const seen = all.filter(({ dataset, role }) => viewer === null || dataset.public || role !== null)
        return newest(seen, page)
      }),
    listOf: ({ filter = {}, shared, user, ...page }) =>
      call("DatasetStore.listOf", () => {
        const all = shared
          ? datasets.all().flatMap(({ dataset, deletedAt }) => (deletedAt === null ? [dataset] : []))
          : ownedBy(user)
        const mine = all.map((dataset) => accessOf(tables, dataset, user))
        return newest(
          mine
            .filter(({ dataset, role }) => dataset.owner === user || role !== null)
            .filter((found) => matchesDatasetFilter(filter, found)),
          page,
        )
      }),
    markDeleted: (id, at, keepWorkUntil = null) =>
      call("DatasetStore.markDeleted", () => {
        const dataset = liveDataset(tables, id)
        if (dataset === undefined) return false
        datasetNames.delete(nameOf(dataset))
        datasets.put(id, { dataset, deletedAt: at, keepWorkUntil })
        return true
      }),
    purge: (id, limit) => call("DatasetStore.purge", () => purge(tables, id, limit)),
    idsOwnedBy: (owner) => call("DatasetStore.idsOwnedBy", () => ownedBy(owner).map(({ id }) => id)),
  })
}

const effective = ({ call, tables }: Database) => ({
  details: (ids: ReadonlyArray<DatasetId>) =>
    call("DatasetStore.details", () => {
      const found = new Map<DatasetId, DatasetDetails>()
      for (const id of ids) {
        const dataset = liveDataset(tables, id)
        const owner = dataset && tables.users.get(nameKey(dataset.owner))
        if (owner === undefined) continue
        const { byStatus, samples } = tables.counts.get(id) ?? { byStatus: {}, samples: 0 }
        const collaborators = tables.collaborators.by("dataset", id).length
        found.set(id, {
          owner,
          counts: { samples, byStatus },
          collaborators,
          labelsets: labelsetsOf(tables, id),
        })
      }
      return found
    }),
  addCounts: (id: DatasetId, change: Parameters<(typeof DatasetStore.Service)["addCounts"]>[1]) =>
    call("DatasetStore.addCounts", () => {
      const before = tables.counts.get(id)
      const sums = new Map(Object.entries(before?.byStatus ?? {}))
      for (const [status, more] of Object.entries(change.byStatus))
        sums.set(status, (sums.get(status) ?? 0) + more)
      const samples = (before?.samples ?? 0) + change.samples
      tables.counts.put(id, { datasetId: id, samples, byStatus: Object.fromEntries(sums) })
    }),
})

/** The history of configurations. */
const configuring = ({ call, tables }: Database) => {
  const { configurations } = tables
  const of = (id: DatasetId) => live(tables, configurations.by("dataset", id))
  return {
    addConfiguration: (version: StoredConfiguration) =>
      Effect.asVoid(
        call("DatasetStore.addConfiguration", () =>
          configurations.put(keyOf(version.datasetId, version.number), version),
        ),
      ),
    configurations: (id: DatasetId, { before, limit }: { before: number | null; limit: number }) =>
      call("DatasetStore.configurations", () =>
        of(id)
          .filter(({ number }) => before === null || number < before)
          .toSorted((a, b) => b.number - a.number)
          .slice(0, limit)
          .map(({ at, by, number }) => ({ number, at, by })),
      ),
    configuration: (id: DatasetId, wanted: number) =>
      call("DatasetStore.configuration", () => {
        const found = of(id).find(({ number }) => number === wanted)
        if (found === undefined) return Option.none()
        const { datasetId: _, ...version } = found
        return Option.some(version)
      }),
  }
}

const collaborating = ({ call, tables }: Database) => {
  const { collaborators, users } = tables
  const set = (id: DatasetId, user: Username, role: Role, isNew: boolean) => {
    const key = collaboratorKey(id, user)
    if ((collaborators.get(key) === undefined) !== isNew) return false
    collaborators.put(key, { datasetId: id, user, role })
    return true
  }
  const shown = ({ role, user }: { readonly user: Username; readonly role: Role }) => {
    const account = users.get(nameKey(user))
    return account === undefined ? [] : [{ user: account, role }]
  }
  /** Returns the datasets on which the user collaborates, except deleted ones. */
  const datasetsOf = (user: Username) =>
    collaborators.by("user", user).flatMap(({ datasetId }) => liveDataset(tables, datasetId) ?? [])
  return {
    collaborators: (id: DatasetId) =>
      call("DatasetStore.collaborators", () =>
        collaborators
          .by("dataset", id)
          .toSorted((a, b) => compare(nameKey(a.user), nameKey(b.user)))
          .flatMap(shown),
      ),
    collaborator: (id: DatasetId, user: string) =>
      call("DatasetStore.collaborator", () => {
        const row = collaborators.get(collaboratorKey(id, user))
        return Option.fromNullable(row === undefined ? undefined : shown(row)[0])
      }),
    addCollaborator: (id: DatasetId, user: Username, role: Role) =>
      call("DatasetStore.addCollaborator", () => set(id, user, role, true)),
    setCollaborator: (id: DatasetId, user: Username, role: Role) =>
      call("DatasetStore.setCollaborator", () => set(id, user, role, false)),
    removeCollaborator: (id: DatasetId, user: Username) =>
      call("DatasetStore.removeCollaborator", () => collaborators.delete(collaboratorKey(id, user))),
    rolesOf: (id: DatasetId, people: ReadonlyArray<Username>) =>
      call("DatasetStore.rolesOf", () => {
        const dataset = liveDataset(tables, id)
        if (dataset === undefined) return new Map()
        return new Map(
          people.flatMap((user) => {
            const role = roleOf(tables, dataset, user)
            return role === null ? [] : [[user, role]]
          }),
        )
      }),
    shareDataset: (a: Username, b: Username) =>
      call("DatasetStore.shareDataset", () => {
        const [hers, his] = [datasetsOf(a), datasetsOf(b)]
        const ids = new Set(his.map(({ id }) => id))
        return (
          hers.some(({ id, owner }) => ids.has(id) || owner === b) || his.some(({ owner }) => owner === a)
        )
      }),
  }
}

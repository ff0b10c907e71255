/** ErasureStore: removes a person from the rows. Earlier entries stay in the journal until it is rewritten at the next start. */
import {
  type ClosedAccount,
  ErasureStore,
  hasSegment,
  isAboutPerson,
  mentions,
  nameKey,
  type Renaming,
  renamed,
  renamedText,
} from "@annotary/core/effect"
import type { Database } from "../Database.ts"
import type { Table } from "../Table.ts"

export const erasureStore = ({ call, tables }: Database) => {
  /** Changes the rows of a table and returns how many changed. */
  const change = <Row extends object, Index extends string>(
    table: Table<Row, Index>,
    names: Renaming,
    dataset: string | null,
    next: (row: Row) => Row = (row) => renamed(row, names),
  ): number => {
    let changed = 0
    for (const [, key] of [...table.entries()]) {
      const row = table.get(key)
      if (row === undefined || (dataset !== null && "datasetId" in row && row.datasetId !== dataset)) continue
      const after = next(row)
      if (after === row) continue
      table.put(key, after)
      changed += 1
    }
    return changed
  }

  /** Deletes the rows that match and returns how many. */
  const remove = <Row extends object, Index extends string>(
    table: Table<Row, Index>,
    matches: (row: Row, key: string) => boolean,
  ): number =>
    [...table.entries()].filter(([, key]) => {
      const row = table.get(key)
      return row !== undefined && matches(row, key) && table.delete(key)
    }).length

  const inDataset = (names: Renaming, dataset: string): number =>
    change(tables.datasets, names, null, (row) => (row.dataset.id === dataset ? renamed(row, names) : row)) +
    change(tables.labelsets, names, dataset) +
    change(tables.samples, names, dataset) +
    change(tables.labels, names, dataset) +
    change(tables.versions, names, dataset) +
    change(tables.places, names, dataset) +
    change(tables.claims, names, dataset) +
    change(tables.issues, names, dataset) +
    change(tables.releases, names, dataset) +
    change(tables.transfers, names, dataset) +
    change(tables.dismissals, names, dataset) +
    change(tables.changes, names, dataset) +
    change(tables.configurations, names, dataset) +
    change(tables.workunits, names, dataset, (unit) => {
      const next = renamed(unit, names)
      const repeats = unit.answer !== null && mentions(unit.answer, names.from)
      return repeats ? { ...next, digest: null, answer: null } : next
    })

  const elsewhere = (names: Renaming): number =>
    change(tables.users, names, null) +
    change(tables.apiKeys, names, null) +
    change(tables.assets, names, null) +
    change(tables.audit, names, null, (row) => {
      const next = renamed(row, names)
      const details = renamedText(row.details, names)
      return details === row.details ? next : { ...next, details }
    }) +
    change(tables.jobs, names, null, (row) => {
      const next = renamed(row, names)
      const payload = renamedText(row.job.payload, names)
      return payload === row.job.payload ? next : { ...next, job: { ...next.job, payload } }
    }) +
    remove(
      tables.answers,
      ({ answer, fingerprint }, key) =>
        key.startsWith(`${names.from}/`) ||
        hasSegment(fingerprint, names.from) ||
        (answer !== null && (mentions(answer.body, names.from) || hasSegment(answer.headers, names.from))),
    )

  return ErasureStore.of({
    datasets: call("ErasureStore.datasets", () =>
      tables.datasets
        .all()
        .map(({ dataset: { id, name, owner } }) => ({ id, name: `${owner}/${name}` }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    ),
    rename: (names, dataset) =>
      call("ErasureStore.rename", () => (dataset === null ? elsewhere(names) : inDataset(names, dataset))),
    close: (names, at) =>
      call("ErasureStore.close", () => {
        const user = tables.users.get(nameKey(names.from))
        if (user === undefined || user.username !== names.from) return null
        tables.users.delete(nameKey(names.from))
        tables.users.put(nameKey(names.to), {
          ...user,
          username: names.to,
          email: null,
          siteAdmin: false,
          webhooksEnabled: false,
          disabledAt: user.disabledAt ?? at,
        })
        const own = ({ user: name }: { readonly user: string }) => name === names.from
        remove(tables.sessions, own)
        remove(tables.signInTokens, own)
        remove(tables.linkedIdentities, own)
        remove(tables.givenRoles, own)
        remove(tables.invitations, ({ createdBy }) => createdBy === names.from)
        return {
          apiKeys: remove(tables.apiKeys, own),
          memberships: remove(tables.members, own),
          collaborations: remove(tables.collaborators, own),
          endpoints: 0,
        } satisfies ClosedAccount
      }),
    forgetEvents: (person) =>
      call("ErasureStore.forgetEvents", () => remove(tables.outbox, (event) => isAboutPerson(event, person))),
    // The journal keeps earlier entries until the next start.
    compact: call("ErasureStore.compact", () => false),
  })
}

/** The roles of people on a dataset. */
import { HashMap, Option } from "effect"
import type { DatasetAccess, DatasetRef } from "../access/DatasetStore.ts"
import type { Collaborator } from "../domain/Dataset.ts"
import type { DatasetId } from "../domain/Ids.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { chooseHigherRole, type GrantedRole, hasEvents } from "../domain/User.ts"
import {
  type DatasetRows,
  findDatasetRows,
  findHome,
  formatDatasetKey,
  formatMemberKey,
  type State,
} from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const resolveRef = (state: State, ref: DatasetRef): DatasetRows | undefined => {
  switch (ref._tag) {
    case "Name": {
      const id = Option.getOrUndefined(HashMap.get(state.datasetNames, formatDatasetKey(ref.owner, ref.name)))
      return id === undefined ? undefined : findDatasetRows(state, id)
    }
    case "Id":
      return findDatasetRows(state, ref.id)
    case "Sample":
    case "Issue":
      return findHome(state, ref.id)
  }
}

/** Organizations, and disabled or unknown people, have no role. */
export const findRole = (
  state: State,
  { dataset, collaborators }: DatasetRows,
  user: Username,
): GrantedRole | "owner" | null => {
  const account = Option.getOrUndefined(HashMap.get(state.users, nameKey(user)))
  if (account === undefined || account.disabledAt !== null || account.isOrganization) return null
  if (nameKey(dataset.owner) === nameKey(user)) return "owner"
  const member = Option.getOrUndefined(HashMap.get(state.members, formatMemberKey(dataset.owner, user)))?.role
  if (member === "admin") return "owner"
  const collaborator = Option.getOrUndefined(HashMap.get(collaborators, nameKey(user)))?.role
  return member !== undefined && collaborator !== undefined
    ? chooseHigherRole(member, collaborator)
    : (member ?? collaborator ?? null)
}

export const readAccess = (state: State, rows: DatasetRows, user: Username | null): DatasetAccess => ({
  dataset: rows.dataset,
  role: user === null ? null : findRole(state, rows, user),
  pauseReason:
    user === null
      ? null
      : Option.getOrNull(Option.map(HashMap.get(rows.pauses, user), ({ reason }) => reason)),
  recordsEvents: Option.exists(HashMap.get(state.users, nameKey(rows.dataset.owner)), hasEvents),
  ownerQuota: Option.getOrNull(
    Option.map(HashMap.get(state.quotas, rows.dataset.owner), ({ requestsPerMinute }) => ({
      requestsPerMinute,
    })),
  ),
})

/** By username key. */
export const listCollaborators = (state: State, id: DatasetId): ReadonlyArray<Collaborator> =>
  [...(findDatasetRows(state, id)?.collaborators ?? [])]
    .sort(([a], [b]) => compareAscii(a, b))
    .flatMap(([key, { role }]) =>
      Option.toArray(Option.map(HashMap.get(state.users, key), (user) => ({ user, role }))),
    )

export const hasSharedDataset = (state: State, a: Username, b: Username): boolean => {
  const [one, other] = [nameKey(a), nameKey(b)]
  for (const { dataset, collaborators } of HashMap.values(state.datasets)) {
    const isInvolved = (key: string) => nameKey(dataset.owner) === key || HashMap.has(collaborators, key)
    if (isInvolved(one) && isInvolved(other)) return true
  }
  return false
}

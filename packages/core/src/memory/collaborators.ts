/** The collaborators of DatasetStore in memory. */
import { HashMap, Option } from "effect"
import type { DatasetStore } from "../access/DatasetStore.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import type { GrantedRole } from "../domain/User.ts"
import type { Database } from "./Database.ts"
import { listCollaborators } from "./datasetAccess.ts"
import { type DatasetRows, updateDataset } from "./State.ts"

type Methods = "collaborators" | "collaborator" | "addCollaborator" | "setCollaborator" | "removeCollaborator"

export const makeCollaboratorMethods = (db: Database): Pick<typeof DatasetStore.Service, Methods> => ({
  collaborators: (id) => db.read((state) => listCollaborators(state, id)),
  collaborator: (id, user) =>
    db.read((state) =>
      Option.fromNullable(
        listCollaborators(state, id).find((one) => nameKey(one.user.username) === nameKey(user)),
      ),
    ),
  addCollaborator: (id, user, role) =>
    db.write((state) =>
      updateDataset(state, id, false, (rows) =>
        HashMap.has(rows.collaborators, nameKey(user))
          ? [false, rows]
          : [true, withCollaborator(rows, { user, role })],
      ),
    ),
  setCollaborator: (id, user, role) =>
    db.write((state) =>
      updateDataset(state, id, false, (rows) =>
        HashMap.has(rows.collaborators, nameKey(user))
          ? [true, withCollaborator(rows, { user, role })]
          : [false, rows],
      ),
    ),
  removeCollaborator: (id, user) =>
    db.write((state) =>
      updateDataset(state, id, false, (rows) => {
        const there = HashMap.has(rows.collaborators, nameKey(user))
        return [
          there,
          there ? { ...rows, collaborators: HashMap.remove(rows.collaborators, nameKey(user)) } : rows,
        ]
      }),
    ),
})

const withCollaborator = (
  rows: DatasetRows,
  one: { readonly user: Username; readonly role: GrantedRole },
): DatasetRows => ({
  ...rows,
  collaborators: HashMap.set(rows.collaborators, nameKey(one.user), one),
})

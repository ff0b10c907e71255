import { Effect, Schema } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { DatasetStore } from "../access/DatasetStore.ts"
import { PauseStore } from "../access/PauseStore.ts"
import { Users } from "../accounts/Users.ts"
import { InvalidInput, NotFound, PermissionDenied } from "../domain/errors.ts"
import { nameKey } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import { isPerson } from "../domain/User.ts"
import { PauseReason } from "../domain/wire/pause.ts"
import { Events } from "../events/Events.ts"
import { traced } from "../kernel/traced.ts"
import { makePauseWriter } from "../placement/makePauseWriter.ts"
import { Transaction } from "../storage/Transaction.ts"

/**
 * Pauses of people: a paused person gets no samples of the dataset until the pause ends. They still read the dataset, and
 * finish what they have claimed.
 */
export class Pauses extends Effect.Service<Pauses>()("@annotary/core/Pauses", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const datasets = yield* DatasetStore
    const store = yield* PauseStore
    const users = yield* Users
    const transaction = yield* Transaction
    const writer = yield* makePauseWriter

    /** Lists the people who are paused in a dataset, by username. */
    const list = traced("Pauses.list")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "list_collaborators")
      return yield* store.list(dataset.id)
    })

    /**
     * Pauses a person who works on the dataset: a collaborator, or a member of the organization that owns it. Managers pause labelers and
     * reviewers; admins everybody but the owner. A new reason replaces that of an earlier pause.
     */
    const pause = traced("Pauses.pause")(function* (ref: DatasetRef, name: string, reason: string) {
      if (!isReason(reason))
        return yield* InvalidInput.at("/reason", "must be a text of 1 to 1000 characters")
      return yield* transaction.run(
        Effect.gen(function* () {
          const permitted = yield* access.requireWritable(ref, "move_roles")
          const { user } = yield* users.get(name)
          if (!isPerson(user)) return yield* InvalidInput.at("/user", "must be a person")
          const role = (yield* datasets.rolesOf(permitted.dataset.id, [user.username])).get(user.username)
          if (role === undefined) return yield* new NotFound({ resource: "collaborator" })
          if (role === "owner") return yield* new PermissionDenied()
          const isMovable = role === "labeler" || role === "reviewer"
          if (!isEditor(permitted) && (!isMovable || user.username === permitted.actor))
            return yield* new PermissionDenied()
          return yield* writer.pause(permitted, { user: user.username, reason, by: permitted.actor })
        }),
      )
    })

    /** Ends the pause of a person. Nobody but admins ends their own. */
    const resume = traced("Pauses.resume")(function* (ref: DatasetRef, name: string) {
      yield* transaction.run(
        Effect.gen(function* () {
          const permitted = yield* access.requireWritable(ref, "move_roles")
          const row = (yield* store.list(permitted.dataset.id)).find(
            ({ user }) => nameKey(user) === nameKey(name),
          )
          if (row === undefined) return yield* new NotFound({ resource: "pause" })
          if (row.user === permitted.actor && !isEditor(permitted)) return yield* new PermissionDenied()
          if (!(yield* writer.resume(permitted, row))) return yield* new NotFound({ resource: "pause" })
        }),
      )
    })

    return { list, pause, resume }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, Events, Users] as const
}

const isReason = Schema.is(PauseReason)

const isEditor = ({ dataset, role }: Permitted): boolean => allows(role, "edit_collaborators", dataset)

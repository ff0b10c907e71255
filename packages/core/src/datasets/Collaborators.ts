import { Effect, Option } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { DatasetStore } from "../access/DatasetStore.ts"
import { Users } from "../accounts/Users.ts"
import type { Collaborator, Dataset } from "../domain/Dataset.ts"
import { CollaboratorRefused, InvalidInput, NotFound, PermissionDenied } from "../domain/errors.ts"
import type { Username } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import { type GrantedRole, isPerson, type Role, type User } from "../domain/User.ts"
import { traced } from "../kernel/traced.ts"
import { makePauseEnd } from "../placement/makePauseEnd.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"
import { Transaction } from "../storage/Transaction.ts"

/** A person or a model to add to a dataset. */
export interface NewCollaborator {
  readonly user: string
  /** Defaults to `labeler`, and to `model` for a model. */
  readonly role?: GrantedRole | undefined
}

/**
 * Collaborators: people who work on a dataset that they do not own, each with a role, and models, which have one role. Permissions are checked inside the
 * transaction of the change, because they depend on roles that others change concurrently.
 */
export class Collaborators extends Effect.Service<Collaborators>()("@annotary/core/Collaborators", {
  effect: Effect.gen(function* () {
    const store = yield* DatasetStore
    const transaction = yield* Transaction
    const access = yield* Access
    const users = yield* Users
    const audit = yield* AuditLog
    const records = yield* DatasetRecords
    const roleChanges = yield* RoleChanges
    const endPauses = yield* makePauseEnd

    /** Lists the collaborators of a dataset by username. */
    const list = traced("Collaborators.list")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "list_collaborators")
      return yield* store.collaborators(dataset.id)
    })

    /** Returns a collaborator of a dataset. */
    const get = traced("Collaborators.get")(function* (ref: DatasetRef, name: string) {
      const { dataset } = yield* access.require(ref, "list_collaborators")
      return yield* find(dataset, name)
    })

    /** Adds a collaborator to a dataset, by default as labeler, or as model. */
    const add = traced("Collaborators.add")(function* (ref: DatasetRef, input: NewCollaborator) {
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.require(ref, "edit_collaborators")
        const { dataset } = permitted
        const { user } = yield* users.get(input.user)
        if (user.username === dataset.owner) return yield* new CollaboratorRefused({ reason: "owner" })
        if (user.isOrganization) return yield* new CollaboratorRefused({ reason: "organization" })
        const role = input.role ?? (isPerson(user) ? "labeler" : "model")
        yield* checkRole(user, role)
        const added = yield* store.addCollaborator(dataset.id, user.username, role)
        if (!added) return yield* new CollaboratorRefused({ reason: "duplicate" })
        yield* report(permitted, "added", { user: user.username, role })
        return { user, role } satisfies Collaborator
      })
      return yield* transaction.run(attempt)
    })

    /**
     * Makes the calling site admin a collaborator, as admin by default. The change is audited and visible to the owner. An
     * existing collaborator gets the role.
     */
    const join = traced("Collaborators.join")(function* (ref: DatasetRef, role: Role = "admin") {
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.requireJoinable(ref)
        const { actor, dataset } = permitted
        if (actor === dataset.owner) return yield* new CollaboratorRefused({ reason: "owner" })
        const { user } = yield* users.get(actor)
        const before = yield* store.collaborator(dataset.id, actor)
        if (Option.isSome(before) && before.value.role === role) return { user, role } satisfies Collaborator
        const done = Option.isSome(before)
          ? yield* store.setCollaborator(dataset.id, actor, role)
          : yield* store.addCollaborator(dataset.id, actor, role)
        if (!done) return yield* gone
        yield* report(permitted, "joined", { user: actor, role })
        return { user, role } satisfies Collaborator
      })
      return yield* transaction.run(attempt)
    })

    /** Changes the role of a collaborator. Admins set any role; managers change between labeler and reviewer. */
    const setRole = traced("Collaborators.setRole")(function* (
      ref: DatasetRef,
      name: string,
      role: GrantedRole,
    ) {
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.require(ref, "move_roles")
        const { user, role: before } = yield* find(permitted.dataset, name)
        const mayEdit = allows(permitted.role, "edit_collaborators", permitted.dataset)
        const movable = isMovable(before) && isMovable(role) && user.username !== permitted.actor
        if (!mayEdit && !movable) return yield* new PermissionDenied()
        yield* checkRole(user, role)
        if (before === role) return { user, role } satisfies Collaborator
        const set = yield* store.setCollaborator(permitted.dataset.id, user.username, role)
        if (!set) return yield* gone
        yield* report(permitted, "changed", { user: user.username, role })
        return { user, role } satisfies Collaborator
      })
      return yield* transaction.run(attempt)
    })

    /** Removes a collaborator from a dataset, and ends their open claims on it and their pause. */
    const remove = traced("Collaborators.remove")(function* (ref: DatasetRef, name: string) {
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.require(ref, "edit_collaborators")
        const { user, role } = yield* find(permitted.dataset, name)
        const removed = yield* store.removeCollaborator(permitted.dataset.id, user.username)
        if (!removed) return yield* gone
        // Members of the organization go on working.
        if (!(yield* access.datasetsOf(user.username)).includes(permitted.dataset.id))
          yield* endPauses([permitted.dataset.id], user.username)
        yield* report(permitted, "removed", { user: user.username, role })
      })
      yield* transaction.run(attempt)
    })

    const find = (dataset: Dataset, name: string) =>
      Effect.flatMap(
        store.collaborator(dataset.id, name),
        Option.match({ onNone: () => gone, onSome: Effect.succeed }),
      )

    /** Audits and reports the change in its transaction, and updates the queue places of the person's samples. */
    const report = (
      permitted: Permitted,
      what: "added" | "changed" | "joined" | "removed",
      details: { readonly user: Username; readonly role: GrantedRole },
    ) =>
      Effect.gen(function* () {
        const { dataset } = permitted
        const action = `collaborator.${what}`
        yield* audit.record({ action, account: dataset.owner, datasetId: dataset.id, details })
        yield* records.report(permitted, "dataset.updated")
        yield* roleChanges.follow({ people: [details.user], datasets: [dataset.id] })
      })

    return { list, get, add, join, setRole, remove }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, DatasetRecords, RoleChanges, Users] as const
}

const gone = Effect.fail(new NotFound({ resource: "collaborator" }))

/** Models have the role of models, and people have the others. */
const checkRole = (user: User, role: GrantedRole) =>
  isPerson(user) === (role !== "model")
    ? Effect.void
    : InvalidInput.at("/role", isPerson(user) ? "must be the role of a person" : "must be model, for a model")

const isMovable = (role: GrantedRole): boolean => role === "labeler" || role === "reviewer"

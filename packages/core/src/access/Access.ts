import { Effect, Option } from "effect"
import { type Actor, CurrentActor, canActAsSiteAdmin, getScope, system } from "../domain/Actor.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { Conflict, NotFound, PermissionDenied, type RequestsExceeded } from "../domain/errors.ts"
import { isId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { allows, type Operation } from "../domain/permissions.ts"
import type { OwnerQuota } from "../domain/Quota.ts"
import { limitRole } from "../domain/Scope.ts"
import type { DatasetRole } from "../domain/User.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { type DatasetAccess, DatasetFinder, type DatasetRef } from "./DatasetFinder.ts"
import { RequestQuota } from "./RequestQuota.ts"
import { UserStore } from "./UserStore.ts"

export type { DatasetRef } from "./DatasetFinder.ts"

/** A dataset that the caller may access, with the caller's role within their scope. */
export interface Permitted {
  readonly dataset: Dataset
  readonly role: DatasetRole
  /** Whether the owner's account has webhooks enabled, so that changes are reported. */
  readonly recordsEvents: boolean
  /** The quota of the owner's account; null without one. */
  readonly ownerQuota: OwnerQuota | null
  /** The reason of the caller's pause in the dataset; null without one. */
  readonly pauseReason: string | null
  /** The name that changes are recorded under. */
  readonly actor: Username
}

/**
 * Access checks for datasets. Finds the dataset that a request names, reads the caller's role in the same statement, and
 * checks the role against the permissions. A dataset that the caller may not see is not found.
 */
export class Access extends Effect.Service<Access>()("@annotary/core/Access", {
  effect: Effect.gen(function* () {
    const datasets = yield* DatasetFinder
    const users = yield* UserStore
    const settings = yield* EngineSettings
    const requests = yield* RequestQuota

    /** Checks what was read of a dataset for the actor. */
    const checkAccess = (
      ref: DatasetRef,
      actor: Actor,
      { dataset, ownerQuota, recordsEvents, pauseReason, role: granted }: DatasetAccess,
      isCounted: boolean,
    ): Effect.Effect<Permitted, NotFound | RequestsExceeded> => {
      const scope = getScope(actor)
      if (scope !== null && (scope.datasetId ?? dataset.id) !== dataset.id)
        return Effect.fail(makeUnseenError(ref, actor))
      const own = actor._tag === "System" ? "owner" : (granted ?? (dataset.public ? "public" : null))
      if (own === null) return Effect.fail(makeUnseenError(ref, actor))
      const role = limitRole(own, scope)
      const rate = isCounted ? (ownerQuota?.requestsPerMinute ?? null) : null
      const name = actor._tag === "System" ? (settings.systemName ?? dataset.owner) : actor.username
      const permitted = { dataset, role, recordsEvents, ownerQuota, pauseReason, actor: name }
      return rate === null
        ? Effect.succeed(permitted)
        : Effect.as(requests.take(dataset.owner, rate), permitted)
    }

    const look = (ref: DatasetRef, isCounted: boolean) =>
      Effect.flatMap(CurrentActor, (actor) =>
        isWellFormed(ref)
          ? Effect.flatMap(datasets.access(ref, findUsername(actor)), (datasetAccess) =>
              Option.isNone(datasetAccess)
                ? Effect.fail(makeUnseenError(ref, actor))
                : checkAccess(ref, actor, datasetAccess.value, isCounted),
            )
          : Effect.fail(makeUnseenError(ref, actor)),
      )

    /** The dataset as the caller sees it, whatever the role. Counts against the quota of requests. */
    const find = (ref: DatasetRef) => look(ref, true)

    /**
     * `find` with what else `read` reads of the dataset in the same statement, for the caller's username. None, when it finds nothing: the
     * dataset may exist.
     */
    const findWith = <A extends { readonly access: DatasetAccess }>(
      ref: DatasetRef,
      read: (user: Username | null) => Effect.Effect<Option.Option<A>>,
    ) =>
      Effect.flatMap(CurrentActor, (actor) =>
        Effect.flatMap(read(findUsername(actor)), (found) =>
          Option.isNone(found)
            ? Effect.succeedNone
            : Effect.map(checkAccess(ref, actor, found.value.access, true), (permitted) =>
                Option.some({ permitted, found: found.value }),
              ),
        ),
      )

    /** `find` for lists that name no dataset: they contain something of many organizations, and are no request about one. */
    const findUncounted = (ref: DatasetRef) => look(ref, false)

    /** The dataset as the engine itself sees it. Counts against no quota of requests. */
    const findAsSystem = Effect.fnUntraced(function* (ref: DatasetRef) {
      const datasetAccess = isWellFormed(ref) ? yield* datasets.access(ref, null) : Option.none()
      if (Option.isNone(datasetAccess)) return yield* makeUnseenError(ref, system)
      const { dataset } = datasetAccess.value
      return {
        ...datasetAccess.value,
        role: "owner",
        actor: settings.systemName ?? dataset.owner,
      } satisfies Permitted
    })

    /** Returns the dataset when the caller may perform the operation. Fails with `NotFound` or `PermissionDenied`. */
    const require = Effect.fnUntraced(function* (ref: DatasetRef, operation: Operation) {
      const permitted = yield* find(ref)
      if (!allows(permitted.role, operation, permitted.dataset))
        return yield* makeDeniedError(yield* CurrentActor, operation, permitted.dataset)
      return permitted
    })

    /** Returns any dataset to a site admin, who may join it. For other callers, fails with what they may see of the dataset. */
    const requireJoinable = Effect.fnUntraced(function* (ref: DatasetRef) {
      const actor = yield* CurrentActor
      if (actor._tag === "System" || !canActAsSiteAdmin(actor)) {
        yield* find(ref)
        return yield* new PermissionDenied()
      }
      const datasetAccess = isWellFormed(ref) ? yield* datasets.access(ref, actor.username) : Option.none()
      if (Option.isNone(datasetAccess)) return yield* new NotFound({ resource: nameResource(ref) })
      const { dataset, ownerQuota, recordsEvents, pauseReason } = datasetAccess.value
      return {
        dataset,
        recordsEvents,
        ownerQuota,
        pauseReason,
        role: datasetAccess.value.role ?? "public",
        actor: actor.username,
      } satisfies Permitted
    })

    /** `require` for a write. An archived dataset refuses it. */
    const requireWritable = Effect.fnUntraced(function* (ref: DatasetRef, operation: Operation) {
      const permitted = yield* require(ref, operation)
      if (permitted.dataset.archived) return yield* new Conflict({ code: "dataset_archived" })
      return permitted
    })

    /**
     * Whether `viewer` may see the e-mail address of `subject`: themselves, a member of the same organization, or a
     * person on the same dataset. Models see none, as they need none.
     */
    const canSeeEmail = Effect.fnUntraced(function* (viewer: Username, subject: Username) {
      if (viewer === subject) return true
      if (getScope(yield* CurrentActor)?.role === "model") return false
      if (Option.isSome(yield* users.member(subject, viewer))) return true
      return (
        (yield* users.shareOrganization(viewer, subject)) || (yield* datasets.shareDataset(viewer, subject))
      )
    })

    /** Ids of all datasets that the person owns, collaborates on, or can access as a member. */
    const datasetsOf = datasets.listIdsSharedWith

    /** Ids of the datasets that the organization owns. */
    const datasetsOwnedBy = datasets.idsOwnedBy

    /** The roles of people on a dataset. People without a role are left out. */
    const rolesOf = datasets.rolesOf

    return {
      find,
      findWith,
      findUncounted,
      findAsSystem,
      require,
      requireJoinable,
      requireWritable,
      canSeeEmail,
      datasetsOf,
      datasetsOwnedBy,
      rolesOf,
    }
  }),
}) {
  static readonly dependencies = [DatasetFinder, RequestQuota] as const
}

/** The person behind the actor; null for the engine itself. */
export const findUsername = (actor: Actor): Username | null =>
  actor._tag === "Person" ? actor.username : null

/** The same error for a missing and an invisible dataset, so that it does not reveal which datasets exist. */
const makeUnseenError = (ref: DatasetRef, actor: Actor): NotFound =>
  new NotFound({ resource: nameResource(ref), ...(ref._tag === "Name" ? findRemedy(actor) : {}) })

/** Names the scope when its role is too low, whatever the person's own role is. */
const makeDeniedError = (actor: Actor, operation: Operation, dataset: Dataset): PermissionDenied => {
  const highest = getScope(actor)?.role ?? null
  return highest === null || allows(highest, operation, dataset)
    ? new PermissionDenied(findRemedy(actor))
    : new PermissionDenied({ scope: "role" })
}

const findRemedy = (actor: Actor): { readonly remedy?: "join" } =>
  actor._tag === "Person" && canActAsSiteAdmin(actor) ? { remedy: "join" } : {}

const nameResource = (ref: DatasetRef) =>
  ref._tag === "Sample" ? "sample" : ref._tag === "Issue" ? "issue" : "dataset"

/** A malformed id is an unknown one. It causes no query. */
const isWellFormed = (ref: DatasetRef): boolean => ref._tag === "Name" || isId(ref.id)

import { Effect, Option } from "effect"
import { Access, type DatasetRef, findUsername, type Permitted } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { type DatasetAccess, type DatasetFilter, DatasetStore } from "../access/DatasetStore.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { PauseStore } from "../access/PauseStore.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { Organizations } from "../accounts/Organizations.ts"
import { Users } from "../accounts/Users.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import { OpenChanges } from "../config/OpenChanges.ts"
import { CurrentActor, getScope } from "../domain/Actor.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { AlreadyExists, Conflict, NotFound, PermissionDenied, VersionMismatch } from "../domain/errors.ts"
import { type DatasetId, generateId, VersionId } from "../domain/Ids.ts"
import { type IfMatch, isIfMatchMet } from "../domain/ifMatch.ts"
import { limitRole } from "../domain/Scope.ts"
import { fromMillis, now, toMillis } from "../domain/Timestamp.ts"
import { hasEvents } from "../domain/User.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { purgeJob } from "../kernel/purgeJob.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { traced } from "../kernel/traced.ts"
import { makeLabelCopies } from "../labels/makeLabelCopies.ts"
import { makePauseEnd } from "../placement/makePauseEnd.ts"
import { Placement } from "../placement/Placement.ts"
import { PrelabelRequests } from "../placement/PrelabelRequests.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"
import { Transaction } from "../storage/Transaction.ts"
import { Cloning } from "./Cloning.ts"
import { DatasetViews } from "./DatasetViews.ts"
import { applyPatch, listTexts, makeDataset, toStoredConfiguration } from "./datasetChange.ts"
import { matchDatasetFilter } from "./datasetFilter.ts"
import {
  type DatasetPatchInput,
  type NewDatasetInput,
  readDatasetPatch,
  readNewDataset,
} from "./datasetInput.ts"
import { makeDatasetCreation } from "./makeDatasetCreation.ts"
import { makeReviewPeople } from "./makeReviewPeople.ts"

/** A page of datasets. */
export interface DatasetPage {
  readonly offset?: number | undefined
  /** 1–1000. Defaults to 1000. */
  readonly limit?: number | undefined
}

/** Datasets: create, clone, read, change, transfer and delete them. */
export class Datasets extends Effect.Service<Datasets>()("@annotary/core/Datasets", {
  effect: Effect.gen(function* () {
    const store = yield* DatasetStore
    const assets = yield* namedAssets
    const transaction = yield* Transaction
    const access = yield* Access
    const users = yield* Users
    const organizations = yield* Organizations
    const pauses = yield* PauseStore
    const endPauses = yield* makePauseEnd
    const audit = yield* AuditLog
    const jobs = yield* Jobs
    const labels = yield* makeLabelCopies
    const placement = yield* Placement
    const roleChanges = yield* RoleChanges
    const prelabelRequests = yield* PrelabelRequests
    const records = yield* DatasetRecords
    const views = yield* DatasetViews
    const creation = yield* makeDatasetCreation
    const changes = yield* OpenChanges
    const settings = yield* EngineSettings
    const reviewPeople = yield* makeReviewPeople
    const quota = yield* QuotaCounter
    const { clone } = yield* Cloning

    /** Creates a dataset of the caller, or of an organization whose admin they are. */
    const create = traced("Datasets.create")(function* (input: NewDatasetInput) {
      const attempt = Effect.gen(function* () {
        const { metadata, recordsEvents } = yield* creation.prepare(input.owner)
        const fields = yield* reviewPeople.resolve(yield* readNewDataset(input, settings))
        const dataset = makeDataset(fields, metadata)
        yield* creation.insert(dataset)
        yield* creation.report(dataset, recordsEvents)
        return yield* views.readView({ dataset, role: "owner" })
      })
      return yield* transaction.run(attempt)
    })

    /** Returns a dataset as the caller sees it. */
    const get = traced("Datasets.get")(function* (ref: DatasetRef) {
      return yield* views.readView(yield* access.require(ref, "read"))
    })

    /**
     * Lists the caller's datasets, newest first. `shared` adds those that they collaborate on or can access as a member; `text`
     * (a part of `owner/name`), `owner` and `role` leave out others.
     */
    const listMine = traced("Datasets.listMine")(function* (
      request: DatasetPage & DatasetFilter & { readonly shared?: boolean | undefined } = {},
    ) {
      const actor = yield* CurrentActor
      const user = findUsername(actor)
      if (user === null) return yield* new PermissionDenied()
      const only = getScope(actor)?.datasetId ?? null
      const { owner, role, shared = false, text } = request
      const filter = { owner, role, text }
      return only === null
        ? yield* toSeen(yield* store.listOf({ user, shared, filter, ...checkPage(request) }))
        : yield* readAlone(only, request, ({ dataset, role: own }) => {
            const isListed = shared ? own !== "public" : dataset.owner === user
            return isListed && matchDatasetFilter(filter, { dataset, role: own })
          })
    })

    /** Lists the datasets of an account that the caller may see, newest first. */
    const listOwned = traced("Datasets.listOwned")(function* (owner: string, page: DatasetPage = {}) {
      const { username } = (yield* users.get(owner)).user
      const actor = yield* CurrentActor
      const only = getScope(actor)?.datasetId ?? null
      return only === null
        ? yield* toSeen(
            yield* store.listOwned({ owner: username, viewer: findUsername(actor), ...checkPage(page) }),
          )
        : yield* readAlone(only, page, ({ dataset }) => dataset.owner === username)
    })

    /** Changes the given fields of a dataset. Writes nothing when nothing differs. An archived dataset can only be unarchived. */
    const update = traced("Datasets.update")(function* (
      ref: DatasetRef,
      input: DatasetPatchInput,
      ifMatch?: IfMatch,
    ) {
      const patch = yield* readDatasetPatch(input, settings)
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.require(ref, "edit_settings")
        const { dataset } = permitted
        if (!isIfMatchMet(ifMatch, dataset.version)) return yield* new VersionMismatch()
        const next = applyPatch(dataset, yield* reviewPeople.resolve(patch))
        if (next === dataset) return permitted
        if (dataset.archived && next.archived) return yield* new Conflict({ code: "dataset_archived" })
        const stored = { ...next, version: yield* generateId(VersionId), updatedAt: yield* now }
        yield* replace(permitted, stored)
        if (dataset.configVersion !== stored.configVersion) {
          yield* changes.refuseWhileOpen(dataset.id)
          yield* store.addConfiguration(toStoredConfiguration(stored, permitted.actor))
        }
        if (dataset.taskType !== stored.taskType && (yield* labels.hasAny(dataset.id))) {
          return yield* new Conflict({ code: "task_type_in_use" })
        }
        if (stored.archived && !dataset.archived) yield* placement.endAll(dataset)
        if (stored.settings.enablePrelabeling !== dataset.settings.enablePrelabeling)
          yield* prelabelRequests.enqueue(dataset.id, permitted.actor)
        const changed = { ...permitted, dataset: stored }
        yield* records.report(changed, "dataset.updated")
        return changed
      })
      return yield* views.readView(yield* retryChanged(transaction.run(attempt)))
    })

    /**
     * Deletes a dataset. Reads no longer return it, its name is free, and a job purges its rows; its workunits when the settings
     * no longer keep them.
     */
    const remove = traced("Datasets.remove")(function* (ref: DatasetRef, ifMatch?: IfMatch) {
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.require(ref, "delete_dataset")
        const { dataset } = permitted
        if (!isIfMatchMet(ifMatch, dataset.version)) return yield* new VersionMismatch()
        yield* records.report(permitted, "dataset.deleted")
        yield* placement.endAll(dataset)
        const at = yield* now
        const keptMillis = settings.keepDeletedWorkMillis
        const keepWorkUntil = keptMillis === 0 ? null : fromMillis(toMillis(at) + keptMillis)
        const deleted = yield* store.markDeleted(dataset.id, at, keepWorkUntil)
        if (!deleted) return yield* new NotFound({ resource: "dataset" })
        if (permitted.ownerQuota !== null) yield* quota.recount(dataset.owner)
        const details = { name: dataset.name }
        yield* audit.record({
          action: "dataset.deleted",
          account: dataset.owner,
          datasetId: dataset.id,
          details,
        })
        yield* jobs.enqueue(purgeJob(dataset.id, permitted.actor))
      })
      yield* transaction.run(attempt)
      yield* jobs.notifyWorkers
    })

    /** Transfers a dataset to an organization whose admin the caller is. */
    const transfer = traced("Datasets.transfer")(function* (ref: DatasetRef, owner: string) {
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.requireWritable(ref, "transfer")
        const organization = yield* organizations.requireAdmin(owner)
        const { dataset } = permitted
        if (organization.username === dataset.owner) return dataset
        const moved = {
          ...dataset,
          owner: organization.username,
          version: yield* generateId(VersionId),
          updatedAt: yield* now,
        }
        yield* replace(permitted, moved)
        yield* endPausesWithoutRole(moved)
        // In one order: two transfers in opposite directions would deadlock.
        for (const account of [dataset.owner, moved.owner].toSorted())
          yield* account === moved.owner ? quota.recountWithin(account) : quota.recount(account)
        const details = { from: dataset.owner, to: moved.owner }
        for (const account of [dataset.owner, moved.owner]) {
          yield* audit.record({ action: "dataset.transferred", account, datasetId: dataset.id, details })
        }
        const scope = { dataset: moved, recordsEvents: hasEvents(organization), actor: permitted.actor }
        yield* records.report(scope, "dataset.updated")
        const people = yield* organizations.listPeople([dataset.owner, moved.owner])
        yield* roleChanges.follow({ people, datasets: [dataset.id] })
        return moved
      })
      const dataset = yield* retryChanged(transaction.run(attempt))
      return yield* views.readView(yield* access.require({ _tag: "Id", id: dataset.id }, "read"))
    })

    /** Ends the pauses of people who lost their role with the owner, and of the owner, whom nobody pauses. */
    const endPausesWithoutRole = Effect.fnUntraced(function* ({ id, owner }: Dataset) {
      for (const { user } of yield* pauses.list(id))
        if (user === owner || !(yield* access.datasetsOf(user)).includes(id)) yield* endPauses([id], user)
    })

    /** Replaces the dataset that was read. */
    const replace = ({ dataset }: Permitted, next: Dataset) =>
      Effect.gen(function* () {
        const keepAssets = assets.noteIn(next.id, listTexts(next))
        if (keepAssets !== null) yield* keepAssets
        const outcome = yield* store.update(next, dataset.version)
        if (outcome === "taken") return yield* new AlreadyExists({ resource: "dataset" })
        if (outcome === "stale") return yield* new Conflict({ code: "changed_meanwhile" })
      })

    const toSeen = (found: ReadonlyArray<DatasetAccess>) =>
      Effect.flatMap(CurrentActor, (actor) =>
        views.readViews(
          found.map(({ dataset, role }) => ({ dataset, role: limitRole(role ?? "public", getScope(actor)) })),
        ),
      )

    /** The page of a list for a caller whose scope is one dataset. */
    const readAlone = Effect.fnUntraced(function* (
      id: DatasetId,
      page: DatasetPage,
      isListed: (permitted: Permitted) => boolean,
    ) {
      const permitted = yield* access.find({ _tag: "Id", id }).pipe(
        Effect.asSome,
        Effect.catchTag("NotFound", () => Effect.succeedNone),
      )
      const { limit, offset } = checkPage(page)
      return yield* views.readViews(
        Option.toArray(Option.filter(permitted, isListed)).slice(offset, offset + limit),
      )
    })

    return {
      create,
      /** Creates a dataset with the samples of another one, and optionally its labels. */
      clone,
      get,
      listMine,
      listOwned,
      update,
      remove,
      transfer,
    }
  }),
}) {
  static readonly dependencies = [
    Access,
    AuditLog,
    Cloning,
    DatasetRecords,
    DatasetViews,
    Jobs,
    KnownUsers,
    OpenChanges,
    Organizations,
    Placement,
    PrelabelRequests,
    QuotaCounter,
    RoleChanges,
    Users,
  ] as const
}

const checkPage = (page: DatasetPage) => ({
  offset: Math.max(0, page.offset ?? 0),
  limit: Math.min(Math.max(1, page.limit ?? 1000), 1000),
})

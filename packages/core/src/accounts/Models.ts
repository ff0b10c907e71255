import { Effect, Option, Schema } from "effect"
import { Access, findUsername } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { isSiteAdmin } from "../access/actors.ts"
import { IdentityCache } from "../access/IdentityCache.ts"
import { makeModelManagers } from "../access/makeModelManagers.ts"
import { UserStore } from "../access/UserStore.ts"
import { CurrentActor } from "../domain/Actor.ts"
import { AlreadyExists, InvalidInput, NotFound, PermissionDenied } from "../domain/errors.ts"
import {
  type Model,
  ModelDisplayName,
  type ModelVersion,
  ModelVersionName,
  maxShownVersions,
} from "../domain/Model.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import type { User } from "../domain/User.ts"
import { decodeInput } from "../domain/violations.ts"
import { Paragraph } from "../domain/wire/fields.ts"
import { traced } from "../kernel/traced.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"
import { Transaction } from "../storage/Transaction.ts"
import { makeAccountSwitch } from "./makeAccountSwitch.ts"
import { createAccount } from "./newAccount.ts"

/** The input of a new model, whose name no account may have had. */
export interface NewModel {
  readonly username: string
  /** The name that people read. */
  readonly displayName?: string | null | undefined
}

/** Absent fields stay unchanged. */
export interface ModelChange {
  /** Null removes it. */
  readonly displayName?: string | null | undefined
  readonly disabled?: boolean | undefined
}

/** The input of a version, whose name the model may not have had. */
export interface NewModelVersion {
  readonly name: string
  readonly note?: string | undefined
}

const decodeDisplayName = decodeInput(
  Schema.Struct({
    displayName: Schema.optionalWith(Schema.NullOr(ModelDisplayName), { default: () => null }),
  }),
)
const decodeVersion = decodeInput(
  Schema.Struct({
    name: ModelVersionName,
    note: Schema.optionalWith(Paragraph, { default: () => "" }),
  }),
)

/**
 * Models: accounts that label samples before people do. A model belongs to an organization, or to a person. It has API keys and
 * versions, is added to datasets as a collaborator, and cannot sign in, own datasets or become a member.
 */
export class Models extends Effect.Service<Models>()("@annotary/core/Models", {
  effect: Effect.gen(function* () {
    const store = yield* UserStore
    const transaction = yield* Transaction
    const audit = yield* AuditLog
    const { canManageModels } = yield* makeModelManagers
    const { applyDisabled } = yield* makeAccountSwitch

    /** Creates a model of an organization whose admin the caller is. Site admins create models of any organization or person. */
    const create = traced("Models.create")(function* (owner: string, input: NewModel) {
      const { username: modelOf } = yield* requireOwner(owner, true)
      const { displayName } = yield* decodeDisplayName({ displayName: input.displayName })
      const account = yield* createAccount(
        { username: input.username },
        {
          isOrganization: false,
          siteAdmin: false,
          createdBy: findUsername(yield* CurrentActor),
          modelOf,
          displayName,
        },
      )
      yield* transaction.run(
        Effect.gen(function* () {
          yield* requireEnabled(modelOf)
          if (!(yield* store.insert(account))) return yield* new AlreadyExists({ resource: "user" })
          yield* note("created", account)
        }),
      )
      return { account, versions: [] } satisfies Model
    })

    /** Lists the models of an organization or a person by name after `after`. Requires someone who manages them. */
    const list = traced("Models.list")(function* (
      owner: string,
      page: { readonly after?: string | undefined; readonly limit?: number | undefined } = {},
    ) {
      const { username: modelOf } = yield* requireOwner(owner, false)
      const limit = Math.min(Math.max(1, page.limit ?? 1000), 1000)
      const after = page.after === undefined ? null : nameKey(page.after)
      const accounts = yield* store.list({ modelOf, after, limit })
      const versions = yield* store.modelVersions(
        accounts.map(({ username }) => username),
        maxShownVersions,
      )
      return accounts.map(
        (account): Model => ({
          account,
          versions: versions.filter(({ model }) => model === account.username),
        }),
      )
    })

    /** Returns a model with its versions. Requires someone who manages it. */
    const get = traced("Models.get")(function* (name: string) {
      return yield* addVersions(yield* find(name))
    })

    /** Changes the display name of a model, and disables or enables it. API keys of a disabled model do not work. */
    const update = traced("Models.update")(function* (name: string, change: ModelChange) {
      const attempt = Effect.gen(function* () {
        const { modelOf } = yield* find(name)
        if (change.disabled === false && modelOf !== null) yield* requireEnabled(modelOf)
        const [locked] = yield* store.findForUpdate([name])
        if (locked === undefined) return yield* noModel
        let account = locked
        if (change.displayName !== undefined) {
          const { displayName } = yield* decodeDisplayName({ displayName: change.displayName })
          if (displayName !== account.displayName) {
            yield* store.update(account.username, { displayName })
            account = { ...account, displayName }
            yield* note("changed", account)
          }
        }
        if (change.disabled !== undefined) account = yield* applyDisabled(account, change.disabled)
        return yield* addVersions(account)
      })
      return yield* transaction.run(attempt)
    })

    /** Adds a version to a model. Versions never change, because labels name them. */
    const addVersion = traced("Models.addVersion")(function* (name: string, input: NewModelVersion) {
      const decoded = yield* decodeVersion(input)
      const attempt = Effect.gen(function* () {
        const account = yield* find(name)
        const version: ModelVersion = {
          model: account.username,
          ...decoded,
          createdAt: yield* now,
          createdBy: findUsername(yield* CurrentActor),
        }
        if (!(yield* store.insertModelVersion(version)))
          return yield* new AlreadyExists({ resource: "model version" })
        yield* note("version_added", account, { version: version.name })
        return version
      })
      return yield* transaction.run(attempt)
    })

    /** The account whose models the caller manages. `create`: a person, too, only creates none for themselves. */
    const requireOwner = Effect.fnUntraced(function* (name: string, create: boolean) {
      const owner = yield* store.byName(name)
      if (Option.isNone(owner)) return yield* new NotFound({ resource: "user" })
      const { isOrganization, modelOf, username } = owner.value
      const mayManage = yield* create && !isOrganization ? isSiteAdmin : canManageModels(username)
      if (!mayManage) return yield* new PermissionDenied()
      if (modelOf !== null) return yield* InvalidInput.at("/owner", "must be an organization or a person")
      return owner.value
    })

    /** Locks the owner, whose models are disabled with them: none is created or enabled meanwhile. */
    const requireEnabled = Effect.fnUntraced(function* (owner: Username) {
      const [account] = yield* store.findForUpdate([owner])
      if (account?.disabledAt !== null) return yield* InvalidInput.at("/owner", "must not be disabled")
    })

    const addVersions = (account: User) =>
      Effect.map(
        store.modelVersions([account.username], maxShownVersions),
        (versions): Model => ({ account, versions }),
      )

    /** The model, for those who manage it. */
    const find = Effect.fnUntraced(function* (name: string) {
      const account = yield* store.byName(name)
      if (Option.isNone(account) || account.value.modelOf === null) return yield* noModel
      return (yield* canManageModels(account.value.modelOf)) ? account.value : yield* new PermissionDenied()
    })

    const note = (
      what: "created" | "changed" | "version_added",
      { modelOf, username }: User,
      details: { readonly version?: string } = {},
    ) =>
      audit.record({
        action: `model.${what}`,
        account: modelOf ?? username,
        details: { model: username, ...details },
      })

    return { create, list, get, update, addVersion }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, IdentityCache, RoleChanges] as const
}

const noModel = Effect.fail(new NotFound({ resource: "model" }))

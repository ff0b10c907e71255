import { Effect, Option, Redacted, Schema } from "effect"
import { Access, type DatasetRef, findUsername } from "../access/Access.ts"
import { ApiKeys } from "../access/ApiKeys.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { requirePerson } from "../access/actors.ts"
import { digestSecret, generateSecret } from "../access/randomSecret.ts"
import { UserStore } from "../access/UserStore.ts"
import type { NewAccount } from "../accounts/newAccount.ts"
import { Organizations } from "../accounts/Organizations.ts"
import { Users } from "../accounts/Users.ts"
import { CurrentActor, system } from "../domain/Actor.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import { InvalidInput, NotFound, PermissionDenied } from "../domain/errors.ts"
import { generateId, InvitationId } from "../domain/Ids.ts"
import type { Invitation } from "../domain/Invitation.ts"
import type { Username } from "../domain/Names.ts"
import { fromMillis, now, Timestamp, toMillis } from "../domain/Timestamp.ts"
import { chooseHigherRole, Role } from "../domain/User.ts"
import { decodeInput } from "../domain/violations.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { Collaborators } from "./Collaborators.ts"
import { type InvitationPlace, InvitationStore } from "./InvitationStore.ts"

/** Target of an invitation: an organization by its name, or a dataset. */
export type InvitedTo = { readonly organization: string } | { readonly dataset: DatasetRef }

/** The input of a new invitation. */
export interface NewInvitation {
  readonly role: Role
  /** Defaults to 7 days from now; at most 90 days. */
  readonly expiresAt?: string | undefined
  /** Number of people who may accept it: 1–1000, by default 1. */
  readonly maxUses?: number | undefined
}

/** An invitation with the name of its place. */
export interface InvitationView {
  readonly invitation: Invitation
  /** The name of the organization, or `owner/name` of the dataset. */
  readonly place: string
}

const day = 24 * 3600 * 1000
const decode = decodeInput(
  Schema.Struct({
    role: Role,
    expiresAt: Schema.optional(Timestamp),
    maxUses: Schema.optionalWith(Schema.Int.pipe(Schema.between(1, 1000)), { default: () => 1 }),
  }),
)

/**
 * Invitations by link. An invitation has the permission of its creator at the time it is accepted: it leads nowhere once the creator
 * is disabled or could no longer add people.
 */
export class Invitations extends Effect.Service<Invitations>()("@annotary/core/Invitations", {
  effect: Effect.gen(function* () {
    const store = yield* InvitationStore
    const access = yield* Access
    const organizations = yield* Organizations
    const collaborators = yield* Collaborators
    const users = yield* Users
    const accounts = yield* UserStore
    const keys = yield* ApiKeys
    const audit = yield* AuditLog
    const transaction = yield* Transaction
    const { invitedAccounts } = yield* EngineSettings

    /** Creates an invitation. Requires an admin of the organization or the dataset. Only this result contains the token. */
    const create = traced("Invitations.create")(function* (to: InvitedTo, input: NewInvitation) {
      const place = yield* findPlace(to)
      const { expiresAt, maxUses, role } = yield* decode(input)
      const createdAt = yield* now
      const end = expiresAt ?? fromMillis(toMillis(createdAt) + 7 * day)
      if (end <= createdAt) return yield* InvalidInput.at("/expiresAt", "must be in the future")
      if (toMillis(end) > toMillis(createdAt) + 90 * day)
        return yield* InvalidInput.at("/expiresAt", "must be within 90 days")
      const secret = generateSecret()
      const invitation: Invitation = {
        id: yield* generateId(InvitationId),
        digest: computeSha256Hex(secret),
        organization: null,
        datasetId: null,
        ...place.place,
        role,
        createdAt,
        createdBy: findUsername(yield* CurrentActor),
        expiresAt: end,
        maxUses,
        uses: 0,
      }
      yield* transaction.run(
        Effect.zipRight(store.insert(invitation), note("invitation.created", invitation, place.account)),
      )
      return { invitation, place: place.name, secret: Redacted.make(secret) }
    })

    /** Lists the invitations to an organization or a dataset, newest first, without expired ones. */
    const list = traced("Invitations.list")(function* (to: InvitedTo) {
      const { name, place } = yield* findPlace(to)
      const at = yield* now
      return (yield* store.list(place))
        .filter(({ expiresAt }) => expiresAt > at)
        .map((invitation): InvitationView => ({ invitation, place: name }))
    })

    /** Revokes an invitation. People who accepted it keep their roles. */
    const revoke = traced("Invitations.revoke")(function* (to: InvitedTo, id: InvitationId) {
      const { account, place } = yield* findPlace(to)
      const attempt = Effect.gen(function* () {
        if (!(yield* store.remove(place, id))) return yield* unknown
        const datasetId = "datasetId" in place ? { datasetId: place.datasetId } : {}
        yield* audit.record({
          action: "invitation.revoked",
          account,
          ...datasetId,
          details: { invitation: id },
        })
      })
      yield* transaction.run(attempt)
    })

    /** Returns what an invitation leads to. Whoever has its token may read it. */
    const read = traced("Invitations.read")(function* (secret: Redacted.Redacted) {
      const { invitation, place } = yield* findValid(secret)
      return { invitation, place } satisfies InvitationView
    })

    /** Gives the caller the role of an invitation. Who has a higher one already keeps it, and the invitation is not used. */
    const accept = traced("Invitations.accept")(function* (secret: Redacted.Redacted) {
      const { username } = yield* requirePerson
      return yield* transaction.run(acceptAs(secret, username))
    })

    /** Creates an account for a person without one, with an API key that only this result contains, and gives it the role. */
    const acceptAsNew = traced("Invitations.acceptAsNew")(function* (
      secret: Redacted.Redacted,
      input: NewAccount,
    ) {
      if (!invitedAccounts) return yield* new PermissionDenied()
      const attempt = Effect.gen(function* () {
        yield* findValid(secret)
        const user = yield* users.create({ username: input.username, email: input.email })
        const accepted = yield* acceptAs(secret, user.username)
        const key = yield* keys.create({ user: user.username, description: "Made with an invitation." })
        return { ...accepted, user, ...key }
      })
      return yield* Effect.provideService(transaction.run(attempt), CurrentActor, system)
    })

    const acceptAs = (secret: Redacted.Redacted, username: Username) =>
      transaction.run(acceptOnce(secret, username)).pipe(
        // The person became a collaborator after their role was read, and has that role now.
        Effect.retry({
          times: 1,
          while: (error) => error._tag === "CollaboratorRefused" && error.reason === "duplicate",
        }),
      )

    const acceptOnce = (secret: Redacted.Redacted, username: Username) =>
      Effect.gen(function* () {
        const { account, invitation, inviter, place, to } = yield* findValid(secret)
        const role = yield* findCurrentRole(invitation, username)
        const next = role === null ? invitation.role : chooseHigherRole(role, invitation.role)
        const view = { invitation, place } satisfies InvitationView
        if (role === next) return { ...view, role: next }
        if (!(yield* store.use(invitation.id))) return yield* unknown
        yield* Effect.provideService(give(to, username, next, role !== null), CurrentActor, inviter)
        yield* note("invitation.accepted", invitation, account, username)
        return { ...view, role: next }
      })

    const give = (to: InvitedTo, user: Username, role: Role, hasRole: boolean) =>
      Effect.gen(function* () {
        if ("organization" in to)
          return yield* Effect.asVoid(organizations.putMember(to.organization, user, role))
        if (hasRole) return yield* Effect.asVoid(collaborators.setRole(to.dataset, user, role))
        yield* collaborators.add(to.dataset, { user, role })
      })

    /** The role that the person has now, and keeps until the transaction ends. */
    const findCurrentRole = ({ datasetId, organization }: Invitation, username: Username) => {
      if (organization !== null)
        // Locks the members first: of a change that has the lock, the role is read after it.
        return Effect.zipRight(accounts.members(organization), accounts.member(organization, username)).pipe(
          Effect.map((member) => (Option.isSome(member) ? member.value.role : null)),
        )
      return datasetId === null
        ? Effect.succeed(null)
        : Effect.map(
            collaborators.get({ _tag: "Id", id: datasetId }, username),
            // A model accepts no invitation.
            ({ role }): Role | null => (role === "model" ? null : role),
          ).pipe(
            Effect.provideService(CurrentActor, system),
            Effect.catchTag("NotFound", () => Effect.succeed(null)),
          )
    }

    /** An invitation that counts, with its place as its creator may change it. All refusals are the same. */
    const findValid = (secret: Redacted.Redacted) =>
      Effect.gen(function* () {
        const digest = digestSecret(secret)
        const invitation = digest === null ? undefined : Option.getOrUndefined(yield* store.find(digest))
        if (invitation === undefined || invitation.expiresAt <= (yield* now)) return yield* unknown
        if (invitation.uses >= invitation.maxUses) return yield* unknown
        const { createdBy, datasetId, organization } = invitation
        const inviter = createdBy === null ? system : yield* users.findActor(createdBy)
        const to: InvitedTo =
          datasetId === null
            ? { organization: organization ?? "" }
            : { dataset: { _tag: "Id", id: datasetId } }
        const { account, name } = yield* Effect.provideService(findPlace(to), CurrentActor, inviter)
        return { invitation, inviter, to, place: name, account }
      }).pipe(
        Effect.catchTags({
          Unauthorized: () => unknown,
          PermissionDenied: () => unknown,
          NotFound: () => unknown,
        }),
      )

    /** The organization or the dataset, to which the caller must be able to add people. */
    const findPlace = (to: InvitedTo) =>
      Effect.gen(function* () {
        if ("organization" in to) {
          const { username } = yield* organizations.requireManager(to.organization)
          const place: InvitationPlace = { organization: username }
          return { place, name: String(username), account: username }
        }
        const { dataset } = yield* access.require(to.dataset, "edit_collaborators")
        const place: InvitationPlace = { datasetId: dataset.id }
        return { place, name: `${dataset.owner}/${dataset.name}`, account: dataset.owner }
      })

    const note = (
      action: string,
      { datasetId, id, role }: Invitation,
      account: Username,
      user: Username | null = null,
    ) =>
      audit.record({
        action,
        account,
        ...(datasetId === null ? {} : { datasetId }),
        details: { invitation: id, role, ...(user === null ? {} : { user }) },
      })

    return { create, list, revoke, read, accept, acceptAsNew }
  }),
}) {
  static readonly dependencies = [Access, ApiKeys, AuditLog, Collaborators, Organizations, Users] as const
}

/** The same for an unknown, expired, used up and revoked invitation. */
const unknown = Effect.fail(new NotFound({ resource: "invitation" }))

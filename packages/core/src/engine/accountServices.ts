/** The services of the Promise entry point for accounts: people, organizations, and what belongs to them. */
import type { Effect } from "effect"
import { ApiKeys } from "../access/ApiKeys.ts"
import { Quotas } from "../access/Quotas.ts"
import { Sessions } from "../access/Sessions.ts"
import { AccountRemoval } from "../accounts/AccountRemoval.ts"
import { Audit } from "../accounts/Audit.ts"
import { EmbedTokens } from "../accounts/EmbedTokens.ts"
import { LinkedIdentities } from "../accounts/LinkedIdentities.ts"
import { Organizations } from "../accounts/Organizations.ts"
import { Users } from "../accounts/Users.ts"
import { Buckets } from "../buckets/Buckets.ts"
import { Invitations } from "../datasets/Invitations.ts"
import type { CurrentActor } from "../domain/Actor.ts"
import { promiseMethods, type Runner } from "./promiseMethods.ts"

export const accountServices = {
  users: Users,
  accountRemoval: AccountRemoval,
  organizations: Organizations,
  apiKeys: ApiKeys,
  quotas: Quotas,
  sessions: Sessions,
  embedTokens: EmbedTokens,
  invitations: Invitations,
  buckets: Buckets,
  linkedIdentities: LinkedIdentities,
  audit: Audit,
}

type AccountServices = {
  readonly [Name in keyof typeof accountServices]: Effect.Effect.Success<(typeof accountServices)[Name]>
}

/** Exposes the services for a runner: of an engine, a person, or a transaction. */
export const exposeAccounts = (services: AccountServices, runner: Runner<CurrentActor>) => ({
  /** Accounts: create, read, change and disable them. */
  users: promiseMethods(runner, services.users, [
    "me",
    "get",
    "create",
    "setDisabled",
    "setEmail",
    "change",
    "list",
    "setWebhooks",
    "setFeed",
  ]),
  /** Removes people from the stored data. */
  accountRemoval: promiseMethods(runner, services.accountRemoval, ["remove"]),
  /** Organizations and their members. */
  organizations: promiseMethods(runner, services.organizations, [
    "create",
    "join",
    "list",
    "members",
    "member",
    "putMember",
    "removeMember",
  ]),
  /** Quotas of organizations. */
  quotas: promiseMethods(runner, services.quotas, ["get", "change"]),
  /** Sessions of browsers: list and end them, and create one-time tokens that begin them. */
  sessions: promiseMethods(runner, services.sessions, ["list", "end", "createToken", "findActor"]),
  /** API keys: create, list, rotate and revoke them. */
  apiKeys: promiseMethods(runner, services.apiKeys, ["list", "create", "rotate", "revoke", "findActor"]),
  /** Tokens for pages of other applications: create them. */
  embedTokens: promiseMethods(runner, services.embedTokens, ["create"]),
  /** Invitations by link, to organizations and datasets. */
  invitations: promiseMethods(runner, services.invitations, [
    "create",
    "list",
    "revoke",
    "read",
    "accept",
    "acceptAsNew",
  ]),
  /** Private buckets of organizations. */
  buckets: promiseMethods(runner, services.buckets, ["list", "get", "create", "update", "remove", "test"]),
  /** People of identity providers. */
  linkedIdentities: promiseMethods(runner, services.linkedIdentities, ["link"]),
  /** The audit log. */
  audit: promiseMethods(runner, services.audit, ["ofDataset", "ofOrganization", "ofAccounts", "mine"]),
})

/**
 * The public methods as one table: what each of them is for a caller with a scope. `traced` applies it to every call, so
 * that a scope limits all hosts alike; `Access` applies the limits to a dataset and to a role.
 */
import { type Actor, getScope } from "../domain/Actor.ts"
import { PermissionDenied } from "../domain/errors.ts"
import { getDatasetLimit, type ScopeLimit } from "../domain/Scope.ts"
import { toMillis } from "../domain/Timestamp.ts"
import type { EmbedGrant } from "../domain/User.ts"
import { recentSignInMillis } from "./sessionTimes.ts"

/**
 * The kinds of calls. `open`: needs no caller, or carries its own token. `read`, `write`: of a dataset, or of what every
 * person may; `Access` checks the dataset. `account`: reads what concerns accounts. `manage`: changes accounts, keys,
 * members and webhooks, creates datasets, or reads a secret.
 */
export type CallKind = "open" | "read" | "write" | "account" | "manage"

/** The kind of each public method. */
const callKinds = {
  "AccountFeed.read": "account",
  "AccountRemoval.remove": "manage",
  "AgreementStatistics.figures": "read",
  "ApiKeys.findActor": "open",
  "ApiKeys.create": "manage",
  "ApiKeys.list": "account",
  "ApiKeys.revoke": "manage",
  "ApiKeys.rotate": "manage",
  "Archives.restore": "manage",
  "AssetCollection.run": "manage",
  "AssetRemoval.references": "account",
  "AssetRemoval.remove": "manage",
  "Assets.create": "write",
  "Assets.list": "account",
  "Assets.open": "open",
  "Audit.mine": "account",
  "Audit.ofAccounts": "account",
  "Audit.ofDataset": "read",
  "Audit.ofOrganization": "account",
  "Collaborators.add": "write",
  "Collaborators.get": "read",
  "Collaborators.join": "manage",
  "Collaborators.list": "read",
  "Collaborators.remove": "write",
  "Collaborators.setRole": "write",
  "Configurations.apply": "write",
  "Configurations.get": "read",
  "Configurations.history": "read",
  "Configurations.preview": "write",
  "Configurations.put": "write",
  "Configurations.validate": "write",
  "Configurations.version": "read",
  "Datasets.clone": "manage",
  "Datasets.create": "manage",
  "Datasets.get": "read",
  "Datasets.listMine": "read",
  "Datasets.listOwned": "read",
  "Datasets.remove": "write",
  "Datasets.transfer": "manage",
  "Datasets.update": "write",
  "DeletedWork.mine": "account",
  "DeletedWork.ofOrganization": "account",
  "Deliveries.bulk": "manage",
  "Buckets.create": "manage",
  "Buckets.get": "account",
  "Buckets.list": "account",
  "Buckets.remove": "manage",
  "Buckets.test": "manage",
  "Buckets.update": "manage",
  "Deliveries.cancel": "manage",
  "Deliveries.get": "account",
  "Deliveries.list": "account",
  "Deliveries.listAll": "account",
  "Deliveries.recover": "manage",
  "Deliveries.recoveries": "account",
  "Deliveries.replay": "manage",
  "Deliveries.skip": "manage",
  "EmbedTokens.create": "manage",
  "Endpoints.create": "manage",
  "Endpoints.get": "account",
  "Endpoints.list": "account",
  "Endpoints.remove": "manage",
  "Endpoints.rotate": "manage",
  "Endpoints.secret": "manage",
  "Endpoints.test": "manage",
  "Endpoints.update": "manage",
  "Exports.cancel": "write",
  "Exports.create": "write",
  "Exports.get": "read",
  "Exports.list": "read",
  "Exports.openFile": "open",
  "Exports.remove": "write",
  "GoldSamples.answers": "read",
  "GoldSamples.get": "read",
  "GoldSamples.list": "read",
  "GoldSamples.people": "read",
  "GoldSamples.personAnswers": "read",
  "GoldSamples.remove": "write",
  "GoldSamples.set": "write",
  "Guides.acknowledge": "write",
  "Guides.get": "read",
  "Guides.listAcknowledgements": "read",
  "Imports.cancel": "write",
  "Imports.create": "write",
  "Imports.get": "read",
  "Imports.list": "read",
  "Imports.remove": "write",
  "Invitations.accept": "manage",
  "Invitations.acceptAsNew": "open",
  "Invitations.create": "manage",
  "Invitations.list": "account",
  "Invitations.read": "open",
  "Invitations.revoke": "manage",
  "Issues.addComment": "write",
  "Issues.get": "read",
  "Issues.list": "read",
  "Issues.ofSample": "read",
  "Issues.open": "write",
  "Issues.remove": "write",
  "Issues.removeComment": "write",
  "Issues.update": "write",
  "JobRetries.list": "account",
  "JobRetries.retry": "manage",
  "Jobs.get": "read",
  "KeySets.get": "open",
  "Labels.get": "read",
  "Labels.history": "read",
  "Labels.patch": "write",
  "Labels.put": "write",
  "Labels.remove": "write",
  "Labels.restore": "write",
  "Labels.version": "read",
  "Labelsets.create": "write",
  "Labelsets.get": "read",
  "Labelsets.list": "read",
  "Labelsets.remove": "write",
  "Labelsets.update": "write",
  "LinkedIdentities.link": "manage",
  "LinkedIdentities.signIn": "open",
  "Models.addVersion": "manage",
  "Models.create": "manage",
  "Models.get": "account",
  "Models.list": "account",
  "Models.update": "manage",
  "Organizations.create": "manage",
  "Organizations.join": "manage",
  "Organizations.list": "account",
  "Organizations.member": "account",
  "Organizations.members": "account",
  "Organizations.putMember": "manage",
  "Organizations.removeMember": "manage",
  "Overlaps.get": "read",
  "Overlaps.set": "write",
  "Pauses.list": "read",
  "Pauses.pause": "write",
  "Pauses.resume": "write",
  "PredictionRequests.request": "write",
  "Predictions.count": "read",
  "Predictions.decline": "write",
  "Predictions.list": "read",
  "Predictions.prelabel": "write",
  "Queue.claim": "write",
  "Queue.claimSample": "write",
  "Queue.explain": "read",
  "Queue.get": "read",
  "Queue.giveBack": "write",
  "Queue.mine": "read",
  "Queue.ofDataset": "read",
  "Queue.perform": "write",
  "Queue.renew": "write",
  "Queue.stats": "read",
  "Queue.throughput": "read",
  "Queue.undo": "write",
  "Queue.view": "read",
  "Quotas.change": "manage",
  "Quotas.get": "account",
  "ReleaseAudits.claim": "write",
  "ReleaseAudits.closeDraw": "write",
  "ReleaseAudits.create": "write",
  "ReleaseAudits.finish": "write",
  "ReleaseAudits.get": "read",
  "ReleaseAudits.list": "read",
  "ReleaseAudits.listDraws": "read",
  "ReleaseAudits.returnStratum": "write",
  "ReleaseAudits.submit": "write",
  "ReleaseAudits.undo": "write",
  "ReleaseStatements.append": "write",
  "ReleaseStatements.list": "read",
  "ReleaseStatements.prove": "read",
  "Releases.create": "write",
  "Releases.diff": "read",
  "Releases.get": "read",
  "Releases.list": "read",
  "Releases.openFile": "open",
  "Releases.remove": "write",
  "Releases.update": "write",
  "ReviewDraws.get": "read",
  "Samples.create": "write",
  "Samples.createMany": "write",
  "Samples.get": "read",
  "Samples.importLines": "write",
  "Samples.list": "read",
  "Samples.remove": "write",
  "Samples.removeMany": "write",
  "Samples.removeMatching": "write",
  "Samples.update": "write",
  "Samples.updateMany": "write",
  "Sessions.findActor": "open",
  "Sessions.begin": "open",
  "Sessions.beginWithKey": "open",
  "Sessions.beginWithToken": "open",
  "Sessions.createToken": "manage",
  "Sessions.end": "open",
  "Sessions.list": "account",
  "StatementKeys.readKeySet": "open",
  "StatementKeys.rotate": "manage",
  "Thumbnails.get": "read",
  "Users.change": "manage",
  "Users.create": "manage",
  "Users.get": "read",
  "Users.list": "account",
  "Users.me": "read",
  "Users.setDisabled": "manage",
  "Users.setEmail": "manage",
  "Users.setFeed": "manage",
  "Users.setWebhooks": "manage",
  "Warnings.check": "write",
  "Warnings.checkDataset": "write",
  "Warnings.counts": "read",
  "Warnings.dismiss": "write",
  "Warnings.list": "read",
  "Warnings.restore": "write",
  "WorkStatistics.figures": "read",
  "Workunits.list": "read",
  "Workunits.sessions": "read",
} as const satisfies { readonly [name: string]: CallKind }

/** The name of a public method. */
export type CallName = keyof typeof callKinds

/** The error of a refused call, in the type of the methods that a scope can refuse. */
export type RefusalOf<Name extends CallName> = (typeof callKinds)[Name] extends "open" | "read"
  ? never
  : PermissionDenied

/** The limit of the actor's scope that refuses calls of this kind; null when none does. */
export const findRefusingLimit = (actor: Actor, kind: CallKind): ScopeLimit | null => {
  const scope = getScope(actor)
  if (scope === null) return null
  switch (kind) {
    case "open":
    case "read":
      return null
    case "write":
      return scope.readOnly ? "read_only" : scope.webhooksOf === null ? null : "webhooks"
    case "account":
      return getDatasetLimit(scope)
    case "manage":
      return scope.readOnly ? "read_only" : getDatasetLimit(scope)
  }
}

/**
 * Calls that give out credentials, or cannot be undone. A session needs a recent sign-in for them: whoever finds a browser unattended
 * has a session, but cannot sign in. Other credentials are not affected.
 */
const guardedCalls: ReadonlySet<string> = new Set<CallName>([
  "AccountRemoval.remove",
  "ApiKeys.create",
  "ApiKeys.rotate",
  "EmbedTokens.create",
  "Datasets.remove",
  "Datasets.transfer",
  "Endpoints.rotate",
  "Endpoints.secret",
])

const isSignInRequired = (actor: Actor, name: string, nowMillis: () => number): boolean =>
  actor._tag === "Person" &&
  actor.session !== undefined &&
  guardedCalls.has(name) &&
  nowMillis() > toMillis(actor.session.createdAt) + recentSignInMillis

/**
 * Calls that an embed token makes only with a grant, whatever its role: a page of another application has it, where whoever reads the page
 * can read it. They read or replace a secret, or let others in. `Users.setFeed` and `Users.setWebhooks` check the grant for the end of all deliveries themselves.
 */
const grantsOfCalls: ReadonlyMap<string, EmbedGrant> = new Map<CallName, EmbedGrant>([
  ["Collaborators.add", "collaborators"],
  ["Collaborators.remove", "collaborators"],
  ["Collaborators.setRole", "collaborators"],
  ["Endpoints.rotate", "webhook_secrets"],
  ["Endpoints.secret", "webhook_secrets"],
])

/** The calls about the webhooks of an account, whose services check that it is that of the scope. */
const isOfWebhooks = (name: string): boolean =>
  ["AccountFeed", "Deliveries", "Endpoints"].some((service) => name.startsWith(`${service}.`)) ||
  name === "Users.setFeed" ||
  name === "Users.setWebhooks"

/** The refusal of a call by the scope or the session of its caller; null for a permitted call. */
export const findRefusal = <Name extends CallName>(
  actor: Actor,
  name: Name,
  nowMillis: () => number,
): RefusalOf<Name> | null => {
  const own = getScope(actor)
  const grant = own?.embedded === true ? grantsOfCalls.get(name) : undefined
  if (own !== null && grant !== undefined && own.embedGrants?.includes(grant) !== true)
    return new PermissionDenied({ scope: getDatasetLimit(own) ?? "dataset" }) as RefusalOf<Name>
  const isItsPurpose = own !== null && own.webhooksOf !== null && isOfWebhooks(name)
  const scope = isItsPurpose ? null : findRefusingLimit(actor, callKinds[name])
  // Casts: calls of the kinds `open` and `read`, for which the type has no error, have no refusing limit and are not guarded.
  if (scope !== null) return new PermissionDenied({ scope }) as RefusalOf<Name>
  return isSignInRequired(actor, name, nowMillis)
    ? (new PermissionDenied({ remedy: "sign_in" }) as RefusalOf<Name>)
    : null
}

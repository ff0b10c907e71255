/**
 * The services of the Promise entry point: those of the Effect entry point under the same names, with the methods for
 * callers. Internal methods, which check no permissions, are left out.
 */
import { Effect, Stream } from "effect"
import { Assets } from "../assets/Assets.ts"
import { Configurations } from "../config/Configurations.ts"
import { Collaborators } from "../datasets/Collaborators.ts"
import { Datasets } from "../datasets/Datasets.ts"
import { Labelsets } from "../datasets/Labelsets.ts"
import type { CurrentActor } from "../domain/Actor.ts"
import type { DatasetRef } from "../identity/Access.ts"
import { ApiKeys } from "../identity/ApiKeys.ts"
import { Audit } from "../identity/Audit.ts"
import { Organizations } from "../identity/Organizations.ts"
import { Users } from "../identity/Users.ts"
import { Issues } from "../issues/Issues.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Labels } from "../labels/Labels.ts"
import { Queue } from "../queue/Queue.ts"
import { Workunits } from "../queue/Workunits.ts"
import { Releases } from "../releases/Releases.ts"
import type { ImportLine, ImportOptions } from "../samples/SampleImport.ts"
import { Samples } from "../samples/Samples.ts"
import { Warnings } from "../warnings/Warnings.ts"
import type { EngineServices } from "./Engine.ts"
import { releasable } from "./iterable.ts"
import { promised, type Runner } from "./promised.ts"

/** The services of the engine, collected once. */
export const collectServices = Effect.all({
  users: Users,
  organizations: Organizations,
  apiKeys: ApiKeys,
  audit: Audit,
  datasets: Datasets,
  collaborators: Collaborators,
  labelsets: Labelsets,
  configurations: Configurations,
  samples: Samples,
  labels: Labels,
  warnings: Warnings,
  queue: Queue,
  workunits: Workunits,
  issues: Issues,
  releases: Releases,
  jobs: Jobs,
  assets: Assets,
})
export type CollectedServices = Effect.Effect.Success<typeof collectServices>

/** Exposes the services for a runner: of an engine, a person, or a transaction. */
export const exposeServices = (services: CollectedServices, runner: Runner<CurrentActor>) => ({
  /** Accounts: create, read, change and disable them. */
  users: promised(runner, services.users, [
    "me",
    "get",
    "create",
    "setDisabled",
    "setEmail",
    "change",
    "list",
    "setWebhooks",
  ]),
  /** Organizations and their members. */
  organizations: promised(runner, services.organizations, [
    "create",
    "join",
    "list",
    "members",
    "member",
    "putMember",
    "removeMember",
  ]),
  /** API keys: create, list and revoke them. */
  apiKeys: promised(runner, services.apiKeys, ["list", "create", "revoke", "actorOf"]),
  /** The audit log. */
  audit: promised(runner, services.audit, ["ofDataset", "ofOrganization", "ofAccounts", "mine"]),
  /** Datasets: create, clone, read, change, transfer and delete them. */
  datasets: promised(runner, services.datasets, [
    "create",
    "clone",
    "get",
    "listMine",
    "listOwned",
    "update",
    "remove",
    "transfer",
  ]),
  /** The people on a dataset, with their roles. */
  collaborators: promised(runner, services.collaborators, [
    "list",
    "get",
    "add",
    "join",
    "setRole",
    "remove",
  ]),
  /** The labelsets of a dataset. */
  labelsets: promised(runner, services.labelsets, ["list", "get", "create", "update", "remove"]),
  /** Label-editor configurations: read, validate, replace and migrate them. */
  configurations: promised(runner, services.configurations, [
    "get",
    "put",
    "preview",
    "apply",
    "validate",
    "jsonSchema",
  ]),
  /** Samples: create, list, read, change and delete them. */
  samples: promised(runner, { ...services.samples, importLines: importLinesOf(services.samples) }, [
    "create",
    "createMany",
    "importLines",
    "list",
    "get",
    "update",
    "updateMany",
    "remove",
    "removeMany",
  ]),
  /** Labels outside of the queues, and their versions. */
  labels: promised(runner, services.labels, [
    "get",
    "put",
    "patch",
    "remove",
    "history",
    "version",
    "restore",
  ]),
  /** Checks of labels, and their warnings. */
  warnings: promised(runner, services.warnings, [
    "check",
    "checkDataset",
    "list",
    "dismiss",
    "restore",
    "counts",
  ]),
  /** The queues: claim samples, work on them, and give them back. */
  queue: promised(runner, services.queue, [
    "claim",
    "get",
    "renew",
    "giveBack",
    "mine",
    "ofDataset",
    "perform",
    "view",
    "explain",
    "stats",
  ]),
  /** Records of work. */
  workunits: promised(runner, services.workunits, ["list"]),
  /** Issues and their replies. */
  issues: promised(runner, services.issues, [
    "list",
    "get",
    "ofSample",
    "open",
    "update",
    "remove",
    "addComment",
    "removeComment",
  ]),
  /** Releases: build, read, compare and delete them. */
  releases: promised(runner, services.releases, [
    "create",
    "get",
    "update",
    "list",
    "remove",
    "signedUrl",
    "openFile",
    "diff",
  ]),
  /** The progress of background jobs. */
  jobs: promised(runner, services.jobs, ["get"]),
  /** Uploaded files. */
  assets: promised(runner, services.assets, ["create", "upload", "open"]),
})

/** The services of the Promise entry point. */
export type ExposedServices = ReturnType<typeof exposeServices>

/** Reads lines from an AsyncIterable. Errors of the iterable reject the results. */
const importLinesOf =
  (samples: Samples) => (ref: DatasetRef, lines: AsyncIterable<ImportLine>, options?: ImportOptions) =>
    samples.importLines(
      ref,
      Stream.fromAsyncIterable(releasable(lines), (error) => error),
      options,
    )

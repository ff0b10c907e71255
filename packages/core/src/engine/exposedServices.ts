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

/** The same for every runner: of an engine, a person, or a transaction. */
export const exposeServices = (
  services: CollectedServices,
  runner: Runner<EngineServices | CurrentActor>,
) => ({
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
  organizations: promised(runner, services.organizations, [
    "create",
    "join",
    "list",
    "members",
    "member",
    "putMember",
    "removeMember",
  ]),
  apiKeys: promised(runner, services.apiKeys, ["list", "create", "revoke", "actorOf"]),
  audit: promised(runner, services.audit, ["ofDataset", "ofOrganization", "ofAccounts", "mine"]),
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
  collaborators: promised(runner, services.collaborators, [
    "list",
    "get",
    "add",
    "join",
    "setRole",
    "remove",
  ]),
  labelsets: promised(runner, services.labelsets, ["list", "get", "create", "update", "remove"]),
  configurations: promised(runner, services.configurations, [
    "get",
    "put",
    "preview",
    "apply",
    "validate",
    "jsonSchema",
  ]),
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
  labels: promised(runner, services.labels, [
    "get",
    "put",
    "patch",
    "remove",
    "history",
    "version",
    "restore",
  ]),
  warnings: promised(runner, services.warnings, [
    "check",
    "checkDataset",
    "list",
    "dismiss",
    "restore",
    "counts",
  ]),
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
  workunits: promised(runner, services.workunits, ["list"]),
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
  jobs: promised(runner, services.jobs, ["get"]),
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

/**
 * The services of the Promise entry point: each is one of the Effect entry point under its name, with the methods that
 * callers use. Methods by which services serve one another, and which check no access, are not among them.
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
import { promised, type Runner } from "./promised.ts"
import { releasable } from "./releasable.ts"

/** The services behind the door, gathered once. */
export const gatherRooms = Effect.all({
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
export type GatheredRooms = Effect.Effect.Success<typeof gatherRooms>

/** The same for every runner: an engine's, a person's, a transaction's. */
export const openRooms = (rooms: GatheredRooms, runner: Runner<EngineServices | CurrentActor>) => ({
  users: promised(runner, rooms.users, [
    "me",
    "get",
    "create",
    "setDisabled",
    "setEmail",
    "change",
    "list",
    "setWebhooks",
  ]),
  organizations: promised(runner, rooms.organizations, [
    "create",
    "join",
    "list",
    "members",
    "member",
    "putMember",
    "removeMember",
  ]),
  apiKeys: promised(runner, rooms.apiKeys, ["list", "create", "revoke", "actorOf"]),
  audit: promised(runner, rooms.audit, ["ofDataset", "ofOrganization", "ofAccounts", "mine"]),
  datasets: promised(runner, rooms.datasets, [
    "create",
    "clone",
    "get",
    "listMine",
    "listOwned",
    "update",
    "remove",
    "transfer",
  ]),
  collaborators: promised(runner, rooms.collaborators, ["list", "get", "add", "join", "setRole", "remove"]),
  labelsets: promised(runner, rooms.labelsets, ["list", "get", "create", "update", "remove"]),
  configurations: promised(runner, rooms.configurations, [
    "get",
    "put",
    "preview",
    "apply",
    "validate",
    "jsonSchema",
  ]),
  samples: promised(runner, { ...rooms.samples, importLines: importLinesOf(rooms.samples) }, [
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
  labels: promised(runner, rooms.labels, ["get", "put", "patch", "remove", "history", "version", "restore"]),
  warnings: promised(runner, rooms.warnings, [
    "check",
    "checkDataset",
    "list",
    "dismiss",
    "restore",
    "counts",
  ]),
  queue: promised(runner, rooms.queue, [
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
  workunits: promised(runner, rooms.workunits, ["list"]),
  issues: promised(runner, rooms.issues, [
    "list",
    "get",
    "ofSample",
    "open",
    "update",
    "remove",
    "addComment",
    "removeComment",
  ]),
  releases: promised(runner, rooms.releases, [
    "create",
    "get",
    "update",
    "list",
    "remove",
    "signedUrl",
    "openFile",
    "diff",
  ]),
  jobs: promised(runner, rooms.jobs, ["get"]),
  assets: promised(runner, rooms.assets, ["create", "upload", "open"]),
})
export type Rooms = ReturnType<typeof openRooms>

/** Lines as an AsyncIterable, for those who have no Streams. What their reading throws, reading the results throws. */
const importLinesOf =
  (samples: Samples) => (ref: DatasetRef, lines: AsyncIterable<ImportLine>, options?: ImportOptions) =>
    samples.importLines(
      ref,
      Stream.fromAsyncIterable(releasable(lines), (error) => error),
      options,
    )

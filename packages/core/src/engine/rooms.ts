/**
 * What the Promise door shows: services by name, and of each the methods that people call. Methods by which rooms serve one
 * another, and which ask nobody for permission, are not among them.
 */
import { Effect, Stream } from "effect"
import { Assets } from "../assets/Assets.ts"
import { ConfigurationChanges } from "../config/ConfigurationChanges.ts"
import { Configurations } from "../config/Configurations.ts"
import { Cloning } from "../datasets/Cloning.ts"
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
import { QueueViews } from "../queue/QueueViews.ts"
import { Work } from "../queue/Work.ts"
import { Workunits } from "../queue/Workunits.ts"
import { Releases } from "../releases/Releases.ts"
import { SampleBulk } from "../samples/SampleBulk.ts"
import { type ImportLine, type ImportOptions, SampleImport } from "../samples/SampleImport.ts"
import { SampleLists } from "../samples/SampleLists.ts"
import { Samples } from "../samples/Samples.ts"
import { DatasetChecks } from "../warnings/DatasetChecks.ts"
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
  cloning: Cloning,
  collaborators: Collaborators,
  labelsets: Labelsets,
  configurations: Configurations,
  configurationChanges: ConfigurationChanges,
  samples: Samples,
  sampleLists: SampleLists,
  sampleBulk: SampleBulk,
  sampleImport: SampleImport,
  labels: Labels,
  warnings: Warnings,
  datasetChecks: DatasetChecks,
  queue: Queue,
  queueViews: QueueViews,
  work: Work,
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
  datasets: {
    ...promised(runner, rooms.datasets, [
      "create",
      "get",
      "listMine",
      "listOwned",
      "update",
      "remove",
      "transfer",
    ]),
    ...promised(runner, rooms.cloning, ["clone"]),
  },
  collaborators: promised(runner, rooms.collaborators, ["list", "get", "add", "join", "setRole", "remove"]),
  labelsets: promised(runner, rooms.labelsets, ["list", "get", "create", "update", "remove"]),
  configurations: {
    ...promised(runner, rooms.configurations, ["get", "put", "validate", "jsonSchema"]),
    ...promised(runner, rooms.configurationChanges, ["preview", "apply"]),
  },
  samples: {
    ...promised(runner, rooms.samples, ["create", "createMany", "get", "update", "remove", "removeMany"]),
    ...promised(runner, rooms.sampleLists, ["list"]),
    ...promised(runner, rooms.sampleBulk, ["updateMany"]),
    ...promised(runner, linesOf(rooms.sampleImport), ["importLines"]),
  },
  labels: promised(runner, rooms.labels, ["get", "put", "patch", "remove", "history", "version", "restore"]),
  warnings: {
    ...promised(runner, rooms.warnings, ["check", "list", "dismiss", "restore", "counts"]),
    ...promised(runner, rooms.datasetChecks, ["checkDataset"]),
  },
  queue: {
    ...promised(runner, rooms.queue, ["claim", "get", "renew", "giveBack", "mine", "ofDataset"]),
    ...promised(runner, rooms.queueViews, ["view", "explain", "stats"]),
    ...promised(runner, rooms.work, ["perform"]),
  },
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
const linesOf = (imports: SampleImport) => ({
  importLines: (ref: DatasetRef, lines: AsyncIterable<ImportLine>, options?: ImportOptions) =>
    imports.importLines(
      ref,
      Stream.fromAsyncIterable(releasable(lines), (error) => error),
      options,
    ),
})

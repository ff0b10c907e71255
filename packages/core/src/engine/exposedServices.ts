/**
 * The services of the Promise entry point: those of the Effect entry point under the same names, with the methods for
 * callers. Internal methods, which check no permissions, are left out.
 */
import { Effect, Stream } from "effect"
import type { DatasetRef } from "../access/Access.ts"
import { Models } from "../accounts/Models.ts"
import { Archives, type RestoreInput } from "../archives/Archives.ts"
import { AssetRemoval } from "../archives/AssetRemoval.ts"
import type { ArchivePart } from "../archives/archiveFile.ts"
import { Assets } from "../assets/Assets.ts"
import { ReleaseAudits } from "../audits/ReleaseAudits.ts"
import { Configurations } from "../config-changes/Configurations.ts"
import { Collaborators } from "../datasets/Collaborators.ts"
import { Datasets } from "../datasets/Datasets.ts"
import { Guides } from "../datasets/Guides.ts"
import { Labelsets } from "../datasets/Labelsets.ts"
import { Pauses } from "../datasets/Pauses.ts"
import type { CurrentActor } from "../domain/Actor.ts"
import { Issues } from "../issues/Issues.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Labels } from "../labels/Labels.ts"
import { Thumbnails } from "../pictures/Thumbnails.ts"
import { Workunits } from "../placement/Workunits.ts"
import { DeletedWork } from "../queue/DeletedWork.ts"
import { AgreementStatistics } from "../queue/figures/AgreementStatistics.ts"
import { WorkStatistics } from "../queue/figures/WorkStatistics.ts"
import { GoldSamples } from "../queue/GoldSamples.ts"
import { Overlaps } from "../queue/Overlaps.ts"
import { Predictions } from "../queue/Predictions.ts"
import { Queue } from "../queue/Queue.ts"
import { ReviewDraws } from "../queue/ReviewDraws.ts"
import { ReleaseStatements } from "../releases/ReleaseStatements.ts"
import { Releases } from "../releases/Releases.ts"
import { StatementKeys } from "../releases/StatementKeys.ts"
import { PredictionRequests } from "../samples/PredictionRequests.ts"
import type { ImportLine, ImportOptions } from "../samples/SampleImport.ts"
import { Samples } from "../samples/Samples.ts"
import { Exports } from "../transfers/Exports.ts"
import { Imports } from "../transfers/Imports.ts"
import { Warnings } from "../warnings/Warnings.ts"
import { accountServices, exposeAccounts } from "./accountServices.ts"
import { makeReleasable } from "./iterable.ts"
import { promiseMethods, type Runner } from "./promiseMethods.ts"

/** The services of the engine, collected once. */
export const collectServices = Effect.all({
  ...accountServices,
  models: Models,
  predictions: Predictions,
  predictionRequests: PredictionRequests,
  datasets: Datasets,
  collaborators: Collaborators,
  pauses: Pauses,
  guides: Guides,
  labelsets: Labelsets,
  configurations: Configurations,
  samples: Samples,
  thumbnails: Thumbnails,
  labels: Labels,
  warnings: Warnings,
  overlaps: Overlaps,
  goldSamples: GoldSamples,
  agreementStatistics: AgreementStatistics,
  queue: Queue,
  reviewDraws: ReviewDraws,
  workunits: Workunits,
  workStatistics: WorkStatistics,
  deletedWork: DeletedWork,
  issues: Issues,
  releases: Releases,
  releaseAudits: ReleaseAudits,
  releaseStatements: ReleaseStatements,
  statementKeys: StatementKeys,
  exports: Exports,
  imports: Imports,
  jobs: Jobs,
  assets: Assets,
  assetRemoval: AssetRemoval,
  archives: Archives,
})
export type CollectedServices = Effect.Effect.Success<typeof collectServices>

/** Exposes the services for a runner: of an engine, a person, or a transaction. */
export const exposeServices = (services: CollectedServices, runner: Runner<CurrentActor>) => ({
  ...exposeAccounts(services, runner),
  /** Accounts of models and their versions. */
  models: promiseMethods(runner, services.models, ["create", "list", "get", "update", "addVersion"]),
  /** The answers of models to their claims. */
  predictions: promiseMethods(runner, services.predictions, ["prelabel", "decline", "list", "count"]),
  /** Requests for labels of models. */
  predictionRequests: promiseMethods(runner, services.predictionRequests, ["request"]),
  /** Datasets: create, clone, read, change, transfer and delete them. */
  datasets: promiseMethods(runner, services.datasets, [
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
  collaborators: promiseMethods(runner, services.collaborators, [
    "list",
    "get",
    "add",
    "join",
    "setRole",
    "remove",
  ]),
  /** Pauses of people, who get no samples of a dataset meanwhile. */
  pauses: promiseMethods(runner, services.pauses, ["list", "pause", "resume"]),
  /** The labeling guide of a dataset: read it, acknowledge it, and list who has. */
  guides: promiseMethods(runner, services.guides, ["get", "acknowledge", "listAcknowledgements"]),
  /** The number of people who label a sample without seeing each other's work, their labels, and how far these agree. */
  overlaps: promiseMethods(runner, services.overlaps, ["get", "set"]),
  /** Gold samples: samples with a known label, by which the people who label are measured. */
  goldSamples: promiseMethods(runner, services.goldSamples, [
    "answers",
    "get",
    "list",
    "people",
    "personAnswers",
    "remove",
    "set",
  ]),
  /** The agreement of the labels of several people. */
  agreementStatistics: promiseMethods(runner, services.agreementStatistics, ["figures"]),
  /** The labelsets of a dataset. */
  labelsets: promiseMethods(runner, services.labelsets, ["list", "get", "create", "update", "remove"]),
  /** Label-editor configurations: read, validate, replace and migrate them. */
  configurations: promiseMethods(runner, services.configurations, [
    "get",
    "put",
    "history",
    "version",
    "preview",
    "apply",
    "validate",
    "jsonSchema",
  ]),
  /** Samples: create, list, read, change and delete them. */
  samples: promiseMethods(runner, { ...services.samples, importLines: makeImportLines(services.samples) }, [
    "create",
    "createMany",
    "importLines",
    "list",
    "get",
    "update",
    "updateMany",
    "remove",
    "removeMany",
    "removeMatching",
  ]),
  /** Small copies of the pictures of samples. */
  thumbnails: promiseMethods(runner, services.thumbnails, ["get"]),
  /** Labels outside of the queues, and their versions. */
  labels: promiseMethods(runner, services.labels, [
    "get",
    "put",
    "patch",
    "remove",
    "history",
    "version",
    "restore",
  ]),
  /** Checks of labels, and their warnings. */
  warnings: promiseMethods(runner, services.warnings, [
    "check",
    "checkDataset",
    "list",
    "dismiss",
    "restore",
    "counts",
  ]),
  /** The queues: claim samples, work on them, and give them back. */
  queue: promiseMethods(runner, services.queue, [
    "claim",
    "claimSample",
    "get",
    "renew",
    "giveBack",
    "mine",
    "ofDataset",
    "perform",
    "view",
    "explain",
    "stats",
    "throughput",
    "undo",
  ]),
  /** The draws of samples for a review. */
  reviewDraws: promiseMethods(runner, services.reviewDraws, ["get"]),
  /** Records of work. */
  workunits: promiseMethods(runner, services.workunits, ["list", "sessions"]),
  /** The figures of work. */
  workStatistics: promiseMethods(runner, services.workStatistics, ["figures"]),
  /** The workunits that are kept of deleted datasets. */
  deletedWork: promiseMethods(runner, services.deletedWork, ["mine", "ofOrganization"]),
  /** Issues and their replies. */
  issues: promiseMethods(runner, services.issues, [
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
  releases: promiseMethods(runner, services.releases, [
    "create",
    "get",
    "update",
    "list",
    "remove",
    "signUrl",
    "openFile",
    "diff",
  ]),
  /** Audits of releases: draw samples, check them, and bound the number of samples with an error. */
  releaseAudits: promiseMethods(runner, services.releaseAudits, [
    "create",
    "list",
    "get",
    "claim",
    "submit",
    "closeDraw",
    "undo",
    "listDraws",
    "finish",
    "returnStratum",
  ]),
  /** Signed statements of releases: list and append them, and prove that a sample is in a release. */
  releaseStatements: promiseMethods(runner, services.releaseStatements, ["list", "append", "prove"]),
  /** The keys that sign statements: read the public ones, and make a new one. */
  statementKeys: promiseMethods(runner, services.statementKeys, ["readKeySet", "rotate"]),
  /** Exports of datasets in other formats. */
  exports: promiseMethods(runner, services.exports, [
    "formats",
    "create",
    "get",
    "list",
    "cancel",
    "remove",
    "signUrl",
    "openFile",
  ]),
  /** Imports of archives in other formats. */
  imports: promiseMethods(runner, services.imports, ["create", "get", "list", "cancel", "remove"]),
  /** The progress of background jobs. */
  jobs: promiseMethods(runner, services.jobs, ["get"]),
  /** Uploaded files. */
  assets: promiseMethods(runner, services.assets, ["create", "list", "upload", "open"]),
  /** References to uploaded files, and their deletion. */
  assetRemoval: promiseMethods(runner, services.assetRemoval, ["references", "remove"]),
  /** Archives of datasets: read and restore them. */
  archives: promiseMethods(runner, { ...services.archives, restore: makeRestore(services.archives) }, [
    "read",
    "restore",
  ]),
})

/** The services of the Promise entry point. */
export type ExposedServices = ReturnType<typeof exposeServices>

/** Reads lines from an AsyncIterable. Errors of the iterable reject the results. */
const makeImportLines =
  (samples: Samples) => (ref: DatasetRef, lines: AsyncIterable<ImportLine>, options?: ImportOptions) =>
    samples.importLines(
      ref,
      Stream.fromAsyncIterable(makeReleasable(lines), (error) => error),
      options,
    )

/** Reads the parts of an archive from an AsyncIterable. Errors of the iterable reject the restore. */
const makeRestore = (archives: Archives) => (parts: AsyncIterable<ArchivePart>, options?: RestoreInput) =>
  archives.restore(
    Stream.fromAsyncIterable(makeReleasable(parts), (error) => error),
    options,
  )

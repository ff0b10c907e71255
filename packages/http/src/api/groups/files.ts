/** Releases, assets and jobs. */
import { AnyObject, FileGone, JobJson, ReleaseJson, TooLarge } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  AssetFilePath,
  AssetPaging,
  AssetPath,
  AssetRemovalChoices,
  AssetUrlParams,
  DatasetPath,
  DiffPath,
  JobPaging,
  JobPath,
  ReleaseFilePath,
  ReleasePath,
  SignedUrlParams,
} from "../parameters.ts"
import { AssetCollectionRequest, NewAsset } from "../payloads/asset.ts"
import { NewRelease, ReleaseChange } from "../payloads/dataset.ts"
import { Permission } from "../permission.ts"
import { LenientBody, NotIdempotent, Public, Ranged, RawBody, SecretAnswer } from "../rawJson.ts"
import { AssetRecord, AssetReferencesRecord, OwnAssetRecord } from "../records/asset.ts"
import { ListedJob } from "../records/job.ts"
import {
  addAccessErrors,
  addAdminErrors,
  addChangeErrors,
  addNamingErrors,
  addTokenErrors,
  statuses,
} from "../statuses.ts"

const lines = HttpApiSchema.Text({ contentType: "application/x-ndjson" })
const file = HttpApiSchema.Uint8Array({ contentType: "*/*" })

export class ReleasesApi extends HttpApiGroup.make("releases")
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/releases/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(ReleaseJson))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Releases, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/datasets/:owner/:dataset/releases/")
      .setPath(DatasetPath)
      .setPayload(NewRelease)
      .addSuccess(ReleaseJson, { status: 201 })
      .annotate(Permission, "create_releases")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Freeze the dataset; PENDING until the file is made")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/releases/:release/")
      .setPath(ReleasePath)
      .addSuccess(ReleaseJson)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "A release, with a fresh URL of its file")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("update", "/datasets/:owner/:dataset/releases/:release/")
      .setPath(ReleasePath)
      .setPayload(ReleaseChange)
      .addSuccess(ReleaseJson)
      .annotate(Permission, "create_releases")
      .annotate(OpenApi.Summary, "Change the description of a release; its file stays as it was made")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/datasets/:owner/:dataset/releases/:release/")
      .setPath(ReleasePath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "create_releases")
      .annotate(OpenApi.Summary, "Delete a release and its file")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("diff", "/datasets/:owner/:dataset/releases/:release/diff/:other/")
      .setPath(DiffPath)
      .addSuccess(lines)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "What changed from one release to another, a line a sample")
      .pipe(addChangeErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .add(
    HttpApiEndpoint.get("file", "/releases/:release/file")
      .setPath(ReleaseFilePath)
      .setUrlParams(SignedUrlParams)
      .addSuccess(AnyObject)
      .annotate(Ranged, true)
      .annotate(Public, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "The file, by the URL in a release's `attributes`")
      .pipe(addTokenErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .annotate(OpenApi.Description, "A dataset frozen at one point in time, as one file.")
  .annotate(OpenApi.Title, "Releases") {}

export class AssetsApi extends HttpApiGroup.make("assets")
  .add(
    HttpApiEndpoint.post("create", "/assets/")
      .setPayload(NewAsset)
      .addSuccess(AssetRecord, { status: 201 })
      .annotate(Permission, "person")
      .annotate(LenientBody, true)
      .annotate(SecretAnswer, true)
      .annotate(
        OpenApi.Summary,
        "Create an upload; the response contains the form fields and the URL of the file",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/assets/")
      .setUrlParams(AssetPaging)
      .addSuccess(Schema.Array(OwnAssetRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "One's own uploaded files, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("collect", "/assets/collection/")
      .setPayload(AssetCollectionRequest)
      .addSuccess(HttpApiSchema.Text({ contentType: "application/x-ndjson" }))
      .annotate(Permission, "site_admin")
      .annotate(NotIdempotent, true)
      .annotate(
        OpenApi.Summary,
        "Delete the assets that nothing names, as NDJSON: progress, the assets, and a summary last",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("upload", "/assets/:asset/upload/")
      .setPath(AssetPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Public, true)
      .annotate(RawBody, true)
      .annotate(NotIdempotent, true)
      .annotate(Permission, "anyone")
      .annotate(
        OpenApi.Summary,
        "Upload by multipart form: the fields, then the part `file`; once, within the hour",
      )
      .pipe(addTokenErrors)
      .addError(TooLarge, { status: statuses.TooLarge }),
  )
  .add(
    HttpApiEndpoint.get("read", "/assets/:asset/:file")
      .setPath(AssetFilePath)
      .setUrlParams(AssetUrlParams)
      .addSuccess(file)
      .annotate(Ranged, true)
      .annotate(Public, true)
      .annotate(Permission, "anyone")
      .annotate(
        OpenApi.Summary,
        "The file, by the URL that the upload was answered with; signed if the server demands it",
      )
      .pipe(addTokenErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .add(
    HttpApiEndpoint.get("references", "/assets/:asset/references/")
      .setPath(AssetPath)
      .addSuccess(AssetReferencesRecord)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "What names an asset, for its owner and site admins; reads all datasets")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/assets/:asset/")
      .setPath(AssetPath)
      .setUrlParams(AssetRemovalChoices)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Delete an asset and its file, when nothing names it or by force")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Files that people upload, read by whoever has their URL.")
  .annotate(OpenApi.Title, "Assets") {}

export class JobsApi extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.get("get", "/jobs/:job/")
      .setPath(JobPath)
      .addSuccess(JobJson)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "How far a job is")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/jobs/")
      .setUrlParams(JobPaging)
      .addSuccess(Schema.Array(ListedJob))
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "The jobs of all datasets, newest first")
      .pipe(addAdminErrors),
  )
  .add(
    HttpApiEndpoint.post("retry", "/jobs/:job/retry/")
      .setPath(JobPath)
      .addSuccess(ListedJob)
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Run a failed job again, with as many attempts as a new one")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Work that outlives its request.")
  .annotate(OpenApi.Title, "Jobs") {}

/** Assets and jobs. */
import { FileGone, JobJson, TooLarge } from "@annotary/core/effect"
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
  JobPaging,
  JobPath,
} from "../parameters.ts"
import { AssetCollectionRequest, NewAsset } from "../payloads/asset.ts"
import { Permission } from "../permission.ts"
import { LenientBody, NotIdempotent, Public, Ranged, RawBody, SecretAnswer } from "../rawJson.ts"
import { AssetRecord, AssetReferencesRecord, OwnAssetRecord } from "../records/asset.ts"
import { ListedJob } from "../records/job.ts"
import { addAccessErrors, addAdminErrors, addChangeErrors, addTokenErrors, statuses } from "../statuses.ts"

const file = HttpApiSchema.Uint8Array({ contentType: "*/*" })

export class AssetsApi extends HttpApiGroup.make("assets")
  .add(
    HttpApiEndpoint.post("create", "/assets/")
      .setPayload(NewAsset)
      .addSuccess(AssetRecord, { status: 201 })
      .annotate(Permission, "person")
      .annotate(LenientBody, true)
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Create an upload")
      .annotate(OpenApi.Description, "The response contains the form fields and the URL of the file.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/assets/")
      .setUrlParams(AssetPaging)
      .addSuccess(Schema.Array(OwnAssetRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List your uploaded files, newest first")
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
        "Delete unreferenced assets; streams progress, assets and a summary as NDJSON",
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
      .annotate(OpenApi.Summary, "Upload the file of an asset as a multipart form")
      .annotate(
        OpenApi.Description,
        "Send the fields of the upload first, then the part `file`. Works once, within an hour of creating the upload.",
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
      .annotate(OpenApi.Summary, "Download the file of an asset")
      .annotate(
        OpenApi.Description,
        "The URL is in the response that created the upload. It is signed if the server requires it.",
      )
      .pipe(addTokenErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .add(
    HttpApiEndpoint.get("references", "/assets/:asset/references/")
      .setPath(AssetPath)
      .addSuccess(AssetReferencesRecord)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List the references to an asset")
      .annotate(OpenApi.Description, "Reads all datasets. Only for the owner of the asset and site admins.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/assets/:asset/")
      .setPath(AssetPath)
      .setUrlParams(AssetRemovalChoices)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Delete an unreferenced asset, or any asset with `force`")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Uploaded files. Anyone with the URL of a file can read it.")
  .annotate(OpenApi.Title, "Assets") {}

export class JobsApi extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.get("get", "/jobs/:job/")
      .setPath(JobPath)
      .addSuccess(JobJson)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get the progress of a job")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/jobs/")
      .setUrlParams(JobPaging)
      .addSuccess(Schema.Array(ListedJob))
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "List the jobs of all datasets, newest first")
      .pipe(addAdminErrors),
  )
  .add(
    HttpApiEndpoint.post("retry", "/jobs/:job/retry/")
      .setPath(JobPath)
      .addSuccess(ListedJob)
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Retry a failed job")
      .annotate(OpenApi.Description, "It gets as many attempts as a new job.")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Background work that continues after its request.")
  .annotate(OpenApi.Title, "Jobs") {}

/** Exports and imports of other formats. */
import { AnyObject, ExportJson, FileGone, ImportJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { DatasetPath, ExportFilePath, SignedUrlParams, TransferPath } from "../parameters.ts"
import { NewExport, NewImport } from "../payloads/transfer.ts"
import { Permission } from "../permission.ts"
import { Public, Ranged } from "../rawJson.ts"
import { addAccessErrors, addChangeErrors, addTokenErrors, statuses } from "../statuses.ts"

const FormatRecord = Schema.Struct({
  name: Schema.String,
  title: Schema.String,
  writes: Schema.Boolean,
  reads: Schema.Boolean,
}).annotations({ identifier: "Format", description: "A format of exports or imports" })

export class ExportsApi extends HttpApiGroup.make("exports")
  .add(
    HttpApiEndpoint.get("formats", "/formats/")
      .addSuccess(Schema.Array(FormatRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List the export and import formats")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/exports/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(ExportJson))
      .annotate(Permission, "export")
      .annotate(OpenApi.Summary, "List exports, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/datasets/:owner/:dataset/exports/")
      .setPath(DatasetPath)
      .setPayload(NewExport)
      .addSuccess(ExportJson, { status: 201 })
      .annotate(Permission, "export")
      .annotate(OpenApi.Summary, "Export a dataset or a release")
      .annotate(OpenApi.Description, "The status is `PENDING` until the zip file is written.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/exports/:transfer/")
      .setPath(TransferPath)
      .addSuccess(ExportJson)
      .annotate(Permission, "export")
      .annotate(OpenApi.Summary, "Get an export, with a temporary URL of its zip file")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("cancel", "/datasets/:owner/:dataset/exports/:transfer/cancel/")
      .setPath(TransferPath)
      .addSuccess(ExportJson)
      .annotate(Permission, "export")
      .annotate(OpenApi.Summary, "Cancel a pending export")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/datasets/:owner/:dataset/exports/:transfer/")
      .setPath(TransferPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "export")
      .annotate(OpenApi.Summary, "Delete an export and its zip file")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("file", "/exports/:transfer/file")
      .setPath(ExportFilePath)
      .setUrlParams(SignedUrlParams)
      .addSuccess(AnyObject)
      .annotate(Ranged, true)
      .annotate(Public, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Download the zip file of an export")
      .annotate(OpenApi.Description, "The URL is in the field `url` of the export.")
      .pipe(addTokenErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .annotate(OpenApi.Description, "A dataset in another format, as a zip file.")
  .annotate(OpenApi.Title, "Exports") {}

export class ImportsApi extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/imports/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(ImportJson))
      .annotate(Permission, "import")
      .annotate(OpenApi.Summary, "List imports, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/datasets/:owner/:dataset/imports/")
      .setPath(DatasetPath)
      .setPayload(NewImport)
      .addSuccess(ImportJson, { status: 201 })
      .annotate(Permission, "import")
      .annotate(OpenApi.Summary, "Import an uploaded archive, or a folder of a bucket")
      .annotate(OpenApi.Description, "Everything is checked before anything is saved.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/imports/:transfer/")
      .setPath(TransferPath)
      .addSuccess(ImportJson)
      .annotate(Permission, "import")
      .annotate(OpenApi.Summary, "Get an import")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("cancel", "/datasets/:owner/:dataset/imports/:transfer/cancel/")
      .setPath(TransferPath)
      .addSuccess(ImportJson)
      .annotate(Permission, "import")
      .annotate(OpenApi.Summary, "Cancel an import that has not saved anything yet")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/datasets/:owner/:dataset/imports/:transfer/")
      .setPath(TransferPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "import")
      .annotate(OpenApi.Summary, "Delete the record of an import; its samples are kept")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Samples and labels from an archive in another format.")
  .annotate(OpenApi.Title, "Imports") {}

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
      .annotate(OpenApi.Summary, "The formats that exports and imports accept")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/exports/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(ExportJson))
      .annotate(Permission, "export")
      .annotate(OpenApi.Summary, "Exports, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/datasets/:owner/:dataset/exports/")
      .setPath(DatasetPath)
      .setPayload(NewExport)
      .addSuccess(ExportJson, { status: 201 })
      .annotate(Permission, "export")
      .annotate(OpenApi.Summary, "Export a dataset or a release; PENDING until the zip file is written")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/exports/:transfer/")
      .setPath(TransferPath)
      .addSuccess(ExportJson)
      .annotate(Permission, "export")
      .annotate(OpenApi.Summary, "An export, with a fresh URL of its zip file")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("cancel", "/datasets/:owner/:dataset/exports/:transfer/cancel/")
      .setPath(TransferPath)
      .addSuccess(ExportJson)
      .annotate(Permission, "export")
      .annotate(OpenApi.Summary, "Cancel an export that is PENDING")
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
      .annotate(OpenApi.Summary, "The zip file, by the `url` of an export")
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
      .annotate(OpenApi.Summary, "Imports, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/datasets/:owner/:dataset/imports/")
      .setPath(DatasetPath)
      .setPayload(NewImport)
      .addSuccess(ImportJson, { status: 201 })
      .annotate(Permission, "import")
      .annotate(
        OpenApi.Summary,
        "Import an uploaded archive, or list a folder of a bucket; all is checked before any is saved",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/imports/:transfer/")
      .setPath(TransferPath)
      .addSuccess(ImportJson)
      .annotate(Permission, "import")
      .annotate(OpenApi.Summary, "An import")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("cancel", "/datasets/:owner/:dataset/imports/:transfer/cancel/")
      .setPath(TransferPath)
      .addSuccess(ImportJson)
      .annotate(Permission, "import")
      .annotate(OpenApi.Summary, "Cancel an import that has saved nothing yet")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/datasets/:owner/:dataset/imports/:transfer/")
      .setPath(TransferPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "import")
      .annotate(OpenApi.Summary, "Delete the record of an import; its samples stay")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Samples and labels from an archive in another format.")
  .annotate(OpenApi.Title, "Imports") {}

/** New exports and imports. */
import { ArchiveImportOptions, ExportOptions, ImportSource } from "@annotary/core/effect"
import { Schema } from "effect"

const { keepOrientation, nameContains, ...exported } = ExportOptions.fields
const { baseUrl, keepLabels, labelStatus, ...imported } = ArchiveImportOptions.fields

export const NewExport = Schema.Struct({
  format: Schema.String.annotations({ description: "The name of a format of `GET /formats/`" }),
  ...exported,
  nameContains: nameContains.pipe(Schema.fromKey("name_contains")),
  keepOrientation: keepOrientation.pipe(Schema.fromKey("keep_orientation")),
}).annotations({ identifier: "NewExport" })

export const NewImport = Schema.Struct({
  ...ImportSource.fields,
  ...imported,
  labelStatus: labelStatus.pipe(Schema.fromKey("label_status")),
  keepLabels: keepLabels.pipe(Schema.fromKey("keep_labels")),
  baseUrl: baseUrl.pipe(Schema.fromKey("base_url")),
}).annotations({ identifier: "NewImport" })

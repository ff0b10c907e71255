/** Options of an import of files in another format. */
import { Schema } from "effect"
import { AssetId } from "./Ids.ts"
import { LabelStatus } from "./Label.ts"
import { FilledText, groundTruth, LabelsetName } from "./Names.ts"
import { longest, makeOptionalField } from "./wire/fields.ts"

/** Which labels an import writes, and where the images of its samples are. */
export const ArchiveImportOptions = Schema.Struct({
  labelset: Schema.optionalWith(LabelsetName, { default: () => groundTruth, nullable: true }),
  /** The status of finished labels: predictions and skipped samples keep theirs. */
  labelStatus: Schema.optionalWith(LabelStatus, {
    default: () => "PRELABELED" as const,
    nullable: true,
  }),
  /** Samples without annotations become, where the format has no statuses, a `label` without annotations, or `unlabeled` samples. */
  empty: Schema.optionalWith(Schema.Literal("label", "unlabeled"), {
    default: () => "label" as const,
    nullable: true,
  }),
  /** Whether the import fails, and saves nothing, when anything would be left out or changed. */
  strict: Schema.optionalWith(Schema.Boolean, { default: () => false, nullable: true }),
  /** Says that existing samples of the same names are the same samples, so that the import does not report them. */
  keepLabels: Schema.optionalWith(Schema.Boolean, { default: () => false, nullable: true }),
  /** Images and point clouds are there, by their paths among the files. Without it they become assets. */
  baseUrl: makeOptionalField(FilledText(longest.url)),
  /** Lists this folder of a private bucket instead of reading an archive: `s3://bucket/folder/`. */
  url: makeOptionalField(FilledText(longest.url)),
}).annotations({ identifier: "ArchiveImportOptions" })
export type ArchiveImportOptions = typeof ArchiveImportOptions.Type

/** The archive of an import; none when the import lists a bucket. */
export const ImportSource = Schema.Struct({
  /** An uploaded zip, tar or tar.gz file. */
  asset: makeOptionalField(AssetId),
  /** The name of the format; found by the files when it is absent. */
  format: makeOptionalField(Schema.String),
})

/** Options of an export in another format. */
import { Schema } from "effect"
import type { Violation } from "./errors.ts"
import { LabelStatus } from "./Label.ts"
import { finishedStatuses } from "./labelStates.ts"
import { groundTruth, LabelsetName, ReleaseName, Username } from "./Names.ts"
import { Line, makeOptionalField } from "./wire/fields.ts"

/** An optional field with a default; null counts as absent. */
const withDefault = <A, I>(schema: Schema.Schema<A, I>, initially: () => A) =>
  Schema.optionalWith(schema, { default: initially, nullable: true })

const Share = Schema.Number.pipe(Schema.between(0, 1_000_000))

/** Which samples and labels an export contains, and how they are written. */
export const ExportOptions = Schema.Struct({
  /** A release instead of the current state. */
  release: makeOptionalField(ReleaseName),
  labelset: withDefault(LabelsetName, () => groundTruth),
  /** The labels of one of several people who labeled the same samples, by username, instead of a labelset. Samples to which labels are missing have none. */
  labeler: makeOptionalField(Username),
  /** Samples whose label has one of these statuses; samples without a label only with `UNLABELED`. */
  statuses: withDefault(
    Schema.NonEmptyArray(Schema.Union(LabelStatus, Schema.Literal("UNLABELED"))),
    () => finishedStatuses,
  ),
  /** Only samples whose name contains this text. */
  nameContains: makeOptionalField(Line),
  /** Only samples whose metadata has these values at its top level, compared as text. */
  metadata: makeOptionalField(Schema.Record({ key: Schema.String, value: Schema.String })),
  /** Only annotations of these categories, by name. */
  categories: makeOptionalField(Schema.NonEmptyArray(Schema.String)),
  /** New names of categories by their names. Categories that get the same name become one. */
  renames: makeOptionalField(Schema.Record({ key: Schema.String, value: Schema.String })),
  /** `expand` fills the frames between keyframes. */
  keyframes: withDefault(Schema.Literal("keep", "expand"), () => "keep" as const),
  /** Shares of training, validation and test sets. The set of a sample follows from its name and the seed. */
  splits: makeOptionalField(
    Schema.Struct({
      train: Schema.optionalWith(Share, { default: () => 0 }),
      val: Schema.optionalWith(Share, { default: () => 0 }),
      test: Schema.optionalWith(Share, { default: () => 0 }),
      seed: Schema.optionalWith(Line, { default: () => "" }),
    }),
  ),
  /** Images and point clouds: `copy` them, `link` them by URL, or `leave` them and list them. */
  files: withDefault(Schema.Literal("copy", "link", "leave"), () => "leave" as const),
  /** Whether copies of pictures keep their EXIF orientation; otherwise their pixels are upright. */
  keepOrientation: withDefault(Schema.Boolean, () => false),
  /** The frame of reference of 3D annotations. */
  coordinates: withDefault(Schema.Literal("sensor", "ego", "world"), () => "sensor" as const),
  /** Whether metadata in the vocabulary of Croissant stands beside the files. */
  croissant: withDefault(Schema.Boolean, () => false),
  /** Whether texts in CSV files that a spreadsheet would run as formulas are guarded by an apostrophe. */
  spreadsheet: withDefault(Schema.Boolean, () => false),
  /** Whether the export fails when the format cannot carry everything. */
  strict: withDefault(Schema.Boolean, () => false),
}).annotations({ identifier: "ExportOptions" })
export type ExportOptions = typeof ExportOptions.Type

/** Violations that no single option has. */
export const findExportViolations = ({
  labeler,
  labelset,
  release,
}: Pick<ExportOptions, "labeler" | "labelset" | "release">): ReadonlyArray<Violation> =>
  labeler === undefined || (release === undefined && labelset === groundTruth)
    ? []
    : [
        {
          pointer: "/labeler",
          message:
            "must be absent where a labelset or a release is exported: neither has the labels of several people",
        },
      ]

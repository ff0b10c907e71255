import { Schema } from "effect"

/** A record or a file that names an asset by its URL, or needs it. */
export const AssetReference = Schema.Struct({
  /** `owner/name` of the dataset that it belongs to. */
  dataset: Schema.String,
  resource: Schema.Literal(
    "dataset",
    "configuration version",
    "labelset",
    "sample",
    "label version",
    "warning",
    "issue",
    "comment",
    "prediction",
    "release",
    "import",
  ),
  /** The id of the resource; of a configuration version, its number. */
  id: Schema.String,
  /** The sample of a label version, a warning or a prediction. */
  sampleId: Schema.NullOr(Schema.String),
})
export interface AssetReference extends Schema.Schema.Type<typeof AssetReference> {}

/** The place of a reference in its dataset. */
export type AssetPlace = Omit<AssetReference, "dataset">

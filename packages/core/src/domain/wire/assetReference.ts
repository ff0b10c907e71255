/** References to assets in answers and problems. */
import { Schema } from "effect"
import { AssetReference } from "../AssetReference.ts"
import type { JsonTree } from "../JsonText.ts"

/** A place that names an asset. */
export const AssetReferenceJson = Schema.Struct({
  dataset: Schema.String.annotations({ description: "`owner/name`" }),
  resource: AssetReference.fields.resource,
  uuid: Schema.String.annotations({
    description:
      "The id of the resource. For a label version, the version; for a configuration version, its number",
  }),
  sample_uuid: Schema.NullOr(Schema.String).annotations({
    description: "The sample of a label version or a warning",
  }),
}).annotations({ identifier: "AssetReference" })
export interface AssetReferenceJson extends Schema.Schema.Type<typeof AssetReferenceJson> {}

/** The JSON of a reference. */
export const toAssetReferenceJson = ({ dataset, id, resource, sampleId }: AssetReference) =>
  ({ dataset, resource, uuid: id, sample_uuid: sampleId }) satisfies AssetReferenceJson & JsonTree

/** The reference in JSON. */
export const toAssetReference = ({
  dataset,
  resource,
  sample_uuid,
  uuid,
}: AssetReferenceJson): AssetReference => ({
  dataset,
  resource,
  id: uuid,
  sampleId: sample_uuid,
})

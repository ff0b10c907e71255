/** Payloads about assets. */
import { AssetFilename, makeOptionalField } from "@annotary/core/effect"
import { Schema } from "effect"

export const NewAsset = Schema.Struct({ filename: AssetFilename }).annotations({ identifier: "NewAsset" })

export const AssetCollectionRequest = Schema.Struct({
  dry_run: makeOptionalField(
    Schema.Boolean.annotations({ description: "Only lists the assets that would be deleted" }),
  ),
  keep_hours: makeOptionalField(
    Schema.Int.pipe(Schema.between(1, 876_000)).annotations({
      description:
        "The number of hours for which unreferenced assets are kept; by default the setting of the server",
    }),
  ),
}).annotations({ identifier: "AssetCollectionRequest" })

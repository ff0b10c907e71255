/** Payloads about assets. */
import { AssetFilename, makeOptionalField } from "@annotary/core/effect"
import { Schema } from "effect"

export const NewAsset = Schema.Struct({ filename: AssetFilename }).annotations({ identifier: "NewAsset" })

export const AssetCollectionRequest = Schema.Struct({
  dry_run: makeOptionalField(Schema.Boolean.annotations({ description: "Only lists what would be deleted" })),
  keep_hours: makeOptionalField(
    Schema.Int.pipe(Schema.between(1, 876_000)).annotations({
      description:
        "How long assets are kept that nothing names, since that was found; by default as the server's setting says",
    }),
  ),
}).annotations({ identifier: "AssetCollectionRequest" })

/** Responses about releases. */
import { ReleaseProof } from "@annotary/core/effect"
import { Schema } from "effect"

export const SampleProofRecord = Schema.Struct({
  proof: ReleaseProof,
  line: Schema.Struct({ offset: Schema.Int, length: Schema.Int }).annotations({
    description: "The bytes of the sample's line in the release file, without its comma and line break",
  }),
}).annotations({ identifier: "SampleProof" })

import { Effect } from "effect"
import { computeSha256Hex } from "../../domain/digest.ts"
import type { Sample } from "../../domain/Sample.ts"
import { SigningKeys } from "../../releases/SigningKeys.ts"

/** The hexadecimal digits of a draw, which a number holds exactly. */
const digits = 13

/**
 * The draws of samples for a review. A draw follows from the dataset, the sample and the server's key, so that labelers cannot
 * foresee it, and so that it never changes: whoever takes a label back and submits another one draws the same.
 */
export const makeReviewDraws = Effect.gen(function* () {
  const keys = yield* SigningKeys

  /** The draw of a sample, from 0 to below 1. */
  const computeDraw = ({ datasetId, id }: Pick<Sample, "datasetId" | "id">): Effect.Effect<number> =>
    Effect.map(
      keys.sign(`review ${datasetId} ${id}`),
      (signature) => Number.parseInt(computeSha256Hex(signature).slice(0, digits), 16) / 16 ** digits,
    )

  return { computeDraw }
})

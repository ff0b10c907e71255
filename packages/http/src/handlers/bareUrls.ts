/** Removes the signatures of answers from attributes that clients send back, so that texts are stored with the URLs that they had. */
import {
  type BucketUrls,
  castToJsonText,
  type JsonInput,
  type JsonText,
  type ObjectUrls,
} from "@annotary/core/effect"
import { Effect } from "effect"
import { removeSignatures } from "./assetUrls.ts"

/** Attributes are text in everything that arrived. */
interface WithAttributes {
  readonly attributes?: JsonInput | null | undefined
}

/**
 * The payload with bare URLs. `urls` are those of the owner of the dataset; they are read only when the text may contain signed URLs
 * of buckets.
 */
export const removeUrlSignatures = <Payload extends WithAttributes, E, R>(
  payload: Payload,
  urls: Effect.Effect<ObjectUrls | null, E, R>,
): Effect.Effect<Payload, E, R> => {
  const { attributes } = payload
  if (typeof attributes !== "string") return Effect.succeed(payload)
  const bare = removeSignatures(attributes)
  if (mayBeSigned.test(bare))
    return Effect.map(urls, (known) => ({
      ...payload,
      attributes: known === null ? bare : removeBucketSignatures(bare, known),
    }))
  return Effect.succeed(bare === attributes ? payload : { ...payload, attributes: bare })
}

/** The payloads of one dataset with bare URLs. */
export const removeAllUrlSignatures = <Payload extends WithAttributes>(
  payloads: ReadonlyArray<Payload>,
  owner: string,
  { ofAccount }: BucketUrls,
): Effect.Effect<ReadonlyArray<Payload>> =>
  payloads.some(isSuspect)
    ? Effect.forEach(payloads, (payload) => removeUrlSignatures(payload, ofAccount(owner)))
    : Effect.succeed(payloads)

/** Whether the attributes may contain signed URLs. Almost none do, and then nothing is done for each of them. */
export const isSuspect = ({ attributes }: WithAttributes): boolean =>
  typeof attributes === "string" && (attributes.includes("signature=") || mayBeSigned.test(attributes))

/** Of S3 and Google, and of Azure. */
const mayBeSigned = /X-Amz-Signature=|[?&6]sig=/

const strings = /"(?:[^"\\]|\\.)*"/g

const removeBucketSignatures = (text: string, urls: ObjectUrls): JsonText =>
  castToJsonText(
    text.replace(strings, (literal) => {
      if (!mayBeSigned.test(literal)) return literal
      const bare = urls.bare(String(JSON.parse(literal)))
      return bare === null ? literal : JSON.stringify(bare)
    }),
  )

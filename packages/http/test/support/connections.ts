/** Connections to buckets whose signed URLs show what was signed, for tests of answers. */
import type { BucketSigner, Connections } from "@annotary/core"
import { Effect } from "effect"

const signerOf = (host: string): BucketSigner => ({
  sign: (key, signedAt, seconds) =>
    `https://${host}/${encodeURIComponent(key)}?X-Amz-Date=${signedAt}&X-Amz-Expires=${seconds}&X-Amz-Signature=s`,
  keyOf: (url) => {
    const start = `https://${host}/`
    return url.startsWith(start) && url.includes("X-Amz-Signature=")
      ? decodeURIComponent(url.slice(start.length, url.indexOf("?")))
      : null
  },
})

/** The host of a signed URL is the sealed text, which is the id of the key. */
export const connections: Connections = {
  check: () => [],
  seal: (_id, { keyId }) => Effect.succeed(keyId),
  open: ({ sealed }) => Effect.succeed({ signer: signerOf(sealed), resealed: null }),
  list: () => Effect.succeed({ keys: ["a.png"], next: null }),
}

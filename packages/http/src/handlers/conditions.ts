/** Entity tags: `ETag` of responses and `If-Match` of requests. */
import { type IfMatch, VersionId } from "@annotary/core/effect"
import { Schema } from "effect"
import { stripTag } from "../transport/reply/entityTags.ts"

/** The tag of a sample, joined with its label's when the response contains one. */
export const sampleTag = (sample: VersionId, label?: VersionId | undefined): string =>
  label === undefined ? sample : `${sample}.${label}`

/**
 * The versions that `If-Match` accepts. Unknown tags match nothing. Tags that a proxy has marked count (see
 * {@link stripTag}).
 */
export const parseIfMatch = (headers: { readonly "if-match"?: string | undefined }): IfMatch | undefined => {
  const sent = headers["if-match"]?.trim()
  if (sent === undefined || sent === "*") return sent
  const tags = sent.match(/(?:W\/)?"[^"]*"|[^",\s]+/g) ?? []
  return tags.map((tag) => stripTag(tag).split(".", 1)[0]).filter(isVersion)
}

const isVersion = Schema.is(VersionId)

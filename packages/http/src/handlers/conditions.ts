/** Entity tags: what an answer shows, and what `If-Match` asks for. */
import { type IfMatch, VersionId } from "@annotary/core/effect"
import { Schema } from "effect"

/** The tag of a sample, joined with its label's when the answer holds one. */
export const sampleTag = (sample: VersionId, label?: VersionId | undefined): string =>
  label === undefined ? sample : `${sample}.${label}`

/**
 * The versions that `If-Match` names, any of which will do. Tags that are none of ours match nothing. A weak tag counts:
 * proxies that compress make them of ours.
 */
export const ifMatch = (headers: { readonly "if-match"?: string | undefined }): IfMatch | undefined => {
  const sent = headers["if-match"]?.trim()
  if (sent === undefined || sent === "*") return sent
  const tags = sent.match(/(?:W\/)?"[^"]*"|[^",\s]+/g) ?? []
  return tags.map((tag) => tag.replace(/^W\/|"/g, "").split(".", 1)[0]).filter(isVersion)
}

const isVersion = Schema.is(VersionId)

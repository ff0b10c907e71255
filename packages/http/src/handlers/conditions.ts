/** Entity tags: what an answer shows, and what `If-Match` asks for. */
import { VersionId } from "@annotary/core/effect"

/** The tag of a sample, joined with its label's when the answer holds one. */
export const sampleTag = (sample: VersionId, label?: VersionId | undefined): string =>
  label === undefined ? sample : `${sample}.${label}`

/** The version that `If-Match` names. A tag that is none of ours matches nothing; `*` asks for nothing more than being there. */
export const ifMatch = (headers: { readonly "if-match"?: string | undefined }): VersionId | undefined => {
  const sent = headers["if-match"]?.trim()
  if (sent === undefined || sent === "*") return undefined
  const [, tag = ""] = /^(?:W\/)?"?([^",.]*)/.exec(sent) ?? []
  return isVersion(tag) ? VersionId.make(tag) : nothing
}

const isVersion = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** No version is ever called so. */
const nothing = VersionId.make("00000000-0000-0000-0000-000000000000")

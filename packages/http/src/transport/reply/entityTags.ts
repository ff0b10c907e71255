/**
 * Entity tags behind proxies that compress. They mark the tags of responses and pass the marked tags of requests on: Apache,
 * Caddy and Jetty append the encoding (`"x-gzip"`, `"x--gzip"`), nginx and HAProxy make them weak.
 */

const suffix = /--?(?:x-)?(?:gzip|zstd|br|deflate)$/i

/** The text of a tag without quotes, `W/`, and the encoding that a proxy has appended. */
export const stripTag = (tag: string): string => tag.replace(/^W\/|"/g, "").replace(suffix, "")

/** Whether an If-None-Match header contains this tag, weak or strong, with or without an encoding; or `*`. */
export const isKnownTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(",").some((part) => {
    const sent = part.trim().replace(/^W\//, "")
    return sent === "*" || sent === tag || `"${stripTag(sent)}"` === tag
  }) === true

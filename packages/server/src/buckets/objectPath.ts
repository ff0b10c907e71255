/** Keys of objects as paths of URLs. */

/** Escaped as RFC 3986 demands, which `encodeURIComponent` does not for five characters. Slashes stay. */
export const escapeKey = (key: string): string => key.split("/").map(escapeStep).join("/")

/** Escapes slashes, too. */
export const escapeStep = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The key of a path; null when it is not an escaped text. */
export const unescapePath = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/**
 * References to assets without the host: imports store `/assets/{uuid}/{token}.png`, and whoever shows the text puts the public URL
 * before it, so that a server may change its address. Pure.
 */

/** The beginning of a JSON string that is such a reference. */
export const assetPathStart = '"/assets/'

/** Without the quote, of which a JSON text is full: a search for it would stop at each. */
const path = assetPathStart.slice(1)

/** Whether a text has the beginning of a reference. */
const hasPathStart = (text: string): boolean => {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1))
    if (text[at - 1] === assetPathStart[0]) return true
  return false
}

/** A quote that is escaped is within a longer string. */
const reference = /(?<!\\)"(?=\/assets\/[0-9a-f-]{36}\/[0-9a-f]{32}["?.])/g

/** The characters of a reference that decide whether it is one. */
export const assetPathLength = assetPathStart.length + 36 + 1 + 32 + 1

/** The JSON text with absolute URLs in place of references. Most texts have none, and are only searched for the beginning of one. */
export const resolveAssetPaths = <Text extends string>(text: Text, publicUrl: string): Text =>
  hasPathStart(text)
    ? // Cast: a URL replaces a JSON string by another one.
      (text.replace(reference, () => `"${publicUrl}`) as Text)
    : text

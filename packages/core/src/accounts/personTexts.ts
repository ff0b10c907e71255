/** Finds names in texts that are no JSON: request lines, headers, and what other servers answered. Pure. */

/** Characters that separate the segments of paths, the parameters of queries, and the values of headers. */
export const segmentEnds = ["/", "?", "&", "=", " ", '"', ",", ";", "#", "<", ">", ":"]

/** Whether a request line or the headers of an answer contain the name as a whole segment. */
export const hasSegment = (text: string, name: string): boolean => {
  const ends = segmentEnds.reduce((all, end) => all.replaceAll(end, "/"), text.toLowerCase())
  return `/${ends}/`.includes(`/${name.toLowerCase()}/`)
}

/** Whether a text contains another one as a whole word: `grace`, not `graceful` nor `grace-2`, and an address at any place. */
export const hasWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (
      !inWordBefore.test(text.slice(Math.max(0, at - 2), at)) &&
      !inWordAfter.test(text.slice(at + word.length))
    )
      return true
  return false
}

/** A dot ends a sentence, but not a name. */
const inWordBefore = /(?:[\p{L}\p{N}_-]|[\p{L}\p{N}]\.)$/u
const inWordAfter = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u

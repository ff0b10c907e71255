/** Names of categories as words without spaces, and back. */

/** Spaces and % are escaped like in URLs. The word for regions that nobody labeled is no category. */
export const toKittiName = (name: string): string =>
  name === "DontCare" ? "%44ontCare" : name === "" ? "%" : name.replace(/[\s%]/g, encodeURIComponent)

export const nameOfWord = (word: string): string => {
  if (word === "%44ontCare") return "DontCare"
  if (word === "%") return ""
  try {
    const name = decodeURIComponent(word)
    return toKittiName(name) === word ? name : word
  } catch {
    return word
  }
}

/** Counts the samples of an archive that passes by, for the progress. */
import type { ArchivePart } from "@annotary/core/effect"

const lineBreak = 0x0a

/** Returns how many samples end in a part. */
export const sampleCounter = (): ((part: ArchivePart) => number) => {
  let isSamples = false
  return (part) => {
    if (!(part instanceof Uint8Array)) {
      isSamples = part.name.startsWith("records/samples/")
      return 0
    }
    if (!isSamples) return 0
    let count = 0
    for (let at = part.indexOf(lineBreak); at !== -1; at = part.indexOf(lineBreak, at + 1)) count += 1
    return count
  }
}

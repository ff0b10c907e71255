/** The Merkle root over the sections of an archive. */
import { makeMerkleRoot } from "../releases/merkle.ts"
import { type ArchiveEnd, type SectionName, sectionNames } from "./archiveFile.ts"

/**
 * Left out: measured sizes follow from files, and two servers may know different ones; the others belong to people and
 * accounts of a server, not to the dataset, and may differ after it is restored.
 */
const withoutRoot: ReadonlyArray<SectionName> = [
  "picture-sizes",
  "guide-acknowledgements",
  "endpoints",
  "users",
]

/** Sections that archives before version 5, 6, 7 or 9 lack: without records they do not count, so that the roots of those archives stay. */
const whereFilled: ReadonlyArray<SectionName> = [
  "overlaps",
  "overlap-labels",
  "gold-labels",
  "gold-answers",
  "gold-people",
  "predictions",
  "release-audits",
  "audit-strata",
  "audit-draws",
  "audit-exclusions",
]

/** The root, hex. A section that is missing counts as an empty one. */
export const computeContentRoot = (sections: ArchiveEnd["sections"]): string => {
  const empty = makeMerkleRoot().hex()
  const merkle = makeMerkleRoot()
  for (const name of sectionNames)
    if (isCounted(name, sections)) merkle.add(decodeHex(sections[name]?.sha256 ?? empty))
  return merkle.hex()
}

const isCounted = (name: SectionName, sections: ArchiveEnd["sections"]): boolean =>
  !withoutRoot.includes(name) && (!whereFilled.includes(name) || (sections[name]?.records ?? 0) > 0)

const decodeHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  )

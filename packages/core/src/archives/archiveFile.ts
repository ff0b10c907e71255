/** The files of an archive: their names, their order, and what the first and the last one contain. docs/archive.md describes the format. */
import { Schema } from "effect"
import { otherRecords } from "../domain/archive/otherRecords.ts"
import { storedRecords, storedSections } from "../domain/archive/storedRecords.ts"
import { DatasetId } from "../domain/Ids.ts"
import { DatasetName, Username } from "../domain/Names.ts"
import { Timestamp } from "../domain/Timestamp.ts"

/** A file of an archive. Its bytes follow it. */
export interface ArchiveFile {
  readonly name: string
  readonly size: number
}

/** An archive as a stream: each file is followed by its bytes, in as many pieces as there are. */
export type ArchivePart = ArchiveFile | Uint8Array

/** The first file. */
export const headName = "archive.json"
/** The last file. An archive without it is truncated. */
export const endName = "end.json"

export const archiveFormat = "annotary-archive"
/**
 * The version that is written. Versions 1 to 10 have no times in the section `overlap-labels`. Versions 1 to 9 have audits of samples alone. Versions 1 to 8 have no sections of gold samples. Versions 1 to 7 may have no section `audit-exclusions`, and then their audits have no numbered plans. Versions 1 to 6 have no section `predictions`, versions 1 to 5 have no sections of audits, versions 1 to 4 have no sections `overlaps` and `overlap-labels`, versions 1 to 3 have no guide and no section `guide-acknowledgements`, releases of versions 1 and 2 have no
 * statements, and version 1 has no section `picture-sizes`.
 */
export const archiveVersion = 11
/** The versions that are read. */
export const archiveVersions: ReadonlyArray<number> = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, archiveVersion]

/** The kinds of records of all sections. */
export const sectionKinds = { ...storedRecords, ...otherRecords } as const

/** The name of a section. */
export type SectionName = keyof typeof sectionKinds

/** The sections before the files, in their order. `files` follows the files. */
export const sectionsBeforeFiles: ReadonlyArray<SectionName> = [
  "dataset",
  ...storedSections,
  "assets",
  "endpoints",
  "users",
]

/** All sections in their order. */
export const sectionNames: ReadonlyArray<SectionName> = [...sectionsBeforeFiles, "files"]

/** The content of the first file. */
export const ArchiveHead = Schema.Struct({
  format: Schema.Literal(archiveFormat),
  version: Schema.Int,
  dataset: Schema.Struct({ owner: Username, name: DatasetName, id: DatasetId }),
  created_at: Timestamp,
})

/** The number of records of a section, and the Merkle root over the SHA-256 of their lines, hex. */
export const SectionSum = Schema.Struct({ records: Schema.Int, sha256: Schema.String })
export interface SectionSum extends Schema.Schema.Type<typeof SectionSum> {}

/** The content of the last file. */
export const ArchiveEnd = Schema.Struct({
  sections: Schema.Record({ key: Schema.String, value: SectionSum }),
  /**
   * The Merkle root over the roots of all sections but `picture-sizes`, `guide-acknowledgements`, `endpoints` and `users`, in their order.
   * Equal for equal datasets on every storage, within one version of archives.
   */
  content: Schema.String,
})
export interface ArchiveEnd extends Schema.Schema.Type<typeof ArchiveEnd> {}

/** The name of a file with records: `records/samples/000001.jsonl`. */
export const formatRecordsName = (section: SectionName, part: number): string =>
  `records/${section}/${String(part).padStart(6, "0")}.jsonl`

/** The section and the number of a file with records; null for another name. */
export const parseRecordsName = (
  name: string,
): { readonly section: SectionName; readonly part: number } | null => {
  const [, section = "", part = ""] = /^records\/([a-z-]+)\/(\d{6,})\.jsonl$/.exec(name) ?? []
  const sectionName = sectionNames.find((one) => one === section)
  return sectionName === undefined ? null : { section: sectionName, part: Number(part) }
}

/** The name of a file of a release or an asset, as its record in the section `files` has it. */
export const formatFileName = (kind: "assets" | "releases", id: string): string => `files/${kind}/${id}`

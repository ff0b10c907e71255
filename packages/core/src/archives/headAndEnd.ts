/** Reads the first and the last file of an archive. */
import { Effect, Schema, Stream } from "effect"
import { InvalidInput } from "../domain/errors.ts"
import { listViolations } from "../domain/violations.ts"
import { makeMerkleRoot } from "../releases/merkle.ts"
import {
  ArchiveEnd,
  ArchiveHead,
  archiveFormat,
  archiveVersion,
  archiveVersions,
  endName,
  headName,
  type SectionName,
  type SectionSum,
  sectionNames,
} from "./archiveFile.ts"
import { type ArchiveFiles, makeFileError, type OpenFile } from "./archiveFiles.ts"
import { computeContentRoot } from "./contentRoot.ts"

/** The most bytes of these files. */
const mostBytes = 64 * 1024

const readJsonFile = <E, R>({ bytes, name, size }: OpenFile<E, R>) =>
  Effect.gen(function* () {
    if (size > mostBytes) return yield* makeFileError(name, `must be at most ${mostBytes} bytes`)
    const decoder = new TextDecoder()
    const text = yield* Stream.runFold(bytes, "", (all, part) => all + decoder.decode(part, { stream: true }))
    return yield* Effect.try({
      try: (): unknown => JSON.parse(text),
      catch: () => makeFileError(name, "must be JSON"),
    })
  })

const decodeFile = <A, I>(name: string, schema: Schema.Schema<A, I>, value: unknown) =>
  Effect.mapError(
    Schema.decodeUnknown(schema, { errors: "all" })(value),
    (error) => new InvalidInput({ errors: listViolations(error, `/${name}`) }),
  )

const Versioned = Schema.Struct({ format: Schema.Literal(archiveFormat), version: Schema.Int })

/** Reads the first file. The version is checked before everything else, because it decides what the rest means. */
export const readHead = <E, R>(files: ArchiveFiles<E, R>) =>
  Effect.gen(function* () {
    const file = yield* files.next
    if (file?.name !== headName)
      return yield* makeFileError(headName, "must be the first file: this is not an archive of a dataset")
    const value = yield* readJsonFile(file)
    const { version } = yield* decodeFile(headName, Versioned, value)
    if (!archiveVersions.includes(version))
      return yield* InvalidInput.at(
        `/${headName}/version`,
        version > archiveVersion
          ? `must be at most ${archiveVersion}: a newer version of Annotary reads version ${version}`
          : `must be one of ${archiveVersions.join(", ")}: there is no version ${version}`,
      )
    return yield* decodeFile(headName, ArchiveHead, value)
  })

/** An archive whose caller may not see the endpoints has no such section, one of version 1 no measured sizes, those before 4 no acknowledgements, those before 5 no overlap, those before 6 no audits, those before 7 no predictions, those before 8 may have no exclusions, and those before 9 no gold samples. */
const isOptional = (section: SectionName, version: number): boolean =>
  section === "endpoints" ||
  (section === "picture-sizes" && version === 1) ||
  (section === "guide-acknowledgements" && version < 4) ||
  ((section === "overlaps" || section === "overlap-labels") && version < 5) ||
  (auditSections.includes(section) && version < 6) ||
  (section === "audit-exclusions" && version < 8) ||
  (goldSections.includes(section) && version < 9) ||
  (section === "predictions" && version < 7)

const auditSections: ReadonlyArray<SectionName> = ["release-audits", "audit-strata", "audit-draws"]

const goldSections: ReadonlyArray<SectionName> = ["gold-labels", "gold-answers", "gold-people"]

const withoutRecords: SectionSum = { records: 0, sha256: makeMerkleRoot().hex() }

/** Reads the last file, and compares it with what was read before it. Returns the root over the content. */
export const readEnd = <E, R>(
  files: ArchiveFiles<E, R>,
  file: OpenFile<E, R>,
  sections: ArchiveEnd["sections"],
  version: number,
) =>
  Effect.gen(function* () {
    const end = yield* decodeFile(endName, ArchiveEnd, yield* readJsonFile(file))
    for (const name of sectionNames) {
      const section = sections[name]
      const expected = end.sections[name] ?? (isOptional(name, version) ? withoutRecords : undefined)
      if (expected === undefined || section === undefined || expected.records !== section.records)
        return yield* makeFileError(
          `records/${name}`,
          `has ${section?.records ?? 0} records, and ${endName} says ${expected?.records ?? "nothing"}`,
        )
      if (expected.sha256 !== section.sha256)
        return yield* makeFileError(`records/${name}`, "was changed: its Merkle root differs")
    }
    if (end.content !== computeContentRoot(sections))
      return yield* InvalidInput.at(`/${endName}/content`, "must be the Merkle root over the sections")
    const more = yield* files.next
    if (more !== null) return yield* makeFileError(more.name, "comes after the end of the archive")
    return end.content
  })

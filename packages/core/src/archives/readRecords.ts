/** Reads the files with records of an archive, checks their order, and sums them up. */
import { Effect, Either, Stream } from "effect"
import type { RecordKind } from "../domain/archive/recordKind.ts"
import { computeSha256Bytes } from "../domain/digest.ts"
import { InvalidInput } from "../domain/errors.ts"
import { makeMerkleRoot } from "../releases/merkle.ts"
import {
  type ArchiveEnd,
  parseRecordsName,
  type SectionName,
  sectionKinds,
  sectionNames,
} from "./archiveFile.ts"
import { makeFileError, type OpenFile } from "./archiveFiles.ts"
import { type RecordLines, recordLines } from "./recordLines.ts"

/** The most bytes of a file with records: that of one record with the largest bodies. */
const mostBytes = 512 * 1024 * 1024
/** The most bytes of a file with several records, whose four million characters have up to three bytes each. */
const mostTogether = 16 * 1024 * 1024
const lineBreak = 10

/** The records of one file. */
export interface ReadRecords {
  readonly section: SectionName
  readonly records: ReadonlyArray<unknown>
}

/** Reads files with records in the order of an archive. */
export interface RecordsReader {
  /** The records of a file. It must be that which follows the last one. */
  readonly read: <E, R>(file: OpenFile<E, R>) => Effect.Effect<ReadRecords, E | InvalidInput, R>
  /** Whether files other than those with records may come now. */
  readonly mayHaveFiles: () => boolean
  /** Progress of the reading. */
  readonly sections: () => ArchiveEnd["sections"]
}

interface Progress {
  readonly lines: RecordLines<unknown>
  readonly key: (record: unknown) => string
  readonly merkle: ReturnType<typeof makeMerkleRoot>
  part: number
  last: string
}

const makeProgress = (section: SectionName): Progress => {
  // The kind of a section reads what it then gets the key of.
  const kind = sectionKinds[section] as unknown as RecordKind<unknown>
  const formatKey = (record: unknown) => kind.key(record).join(" ")
  return { lines: recordLines(kind), key: formatKey, merkle: makeMerkleRoot(), part: 0, last: "" }
}

export const makeRecordsReader = (): RecordsReader => {
  const sections = new Map<SectionName, Progress>()
  let at = 0

  /** The section of a file that follows the last one. */
  const enter = (name: string): Effect.Effect<readonly [SectionName, Progress], InvalidInput> => {
    const parsedName = parseRecordsName(name)
    if (parsedName === null)
      return Effect.fail(makeFileError(name, "is not a file of an archive of this version"))
    const index = sectionNames.indexOf(parsedName.section)
    const progress = sections.get(parsedName.section) ?? makeProgress(parsedName.section)
    if (index < at || parsedName.part !== progress.part + 1)
      return Effect.fail(makeFileError(name, "is not in the order of an archive"))
    at = index
    progress.part = parsedName.part
    sections.set(parsedName.section, progress)
    return Effect.succeed([parsedName.section, progress])
  }

  const recordIn = (file: string, line: string, number: number, progress: Progress) => {
    const place = `/${file}/${number}`
    const record = progress.lines.read(line)
    if (Either.isLeft(record))
      return Effect.fail(
        new InvalidInput({
          errors: record.left.map(({ message, pointer }) => ({ pointer: `${place}${pointer}`, message })),
        }),
      )
    const key = progress.key(record.right)
    if (progress.merkle.count() > 0 && key <= progress.last)
      return Effect.fail(InvalidInput.at(place, "is not in the order of its section, or there twice"))
    progress.last = key
    progress.merkle.add(computeSha256Bytes(line))
    return Effect.succeed(record.right)
  }

  const readTextFile = <E, R>({ bytes, name, size }: OpenFile<E, R>) =>
    Effect.gen(function* () {
      if (size > mostBytes) return yield* makeFileError(name, `must be at most ${mostBytes} bytes`)
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      const decode = (part?: Uint8Array) =>
        Effect.try({
          try: () => decoder.decode(part, { stream: part !== undefined }),
          catch: () => makeFileError(name, "must be UTF-8"),
        })
      let text = ""
      let length = 0
      yield* Stream.runForEach(bytes, (part) =>
        Effect.gen(function* () {
          const end = part.indexOf(lineBreak)
          if (size > mostTogether && end >= 0 && length + end < size - 1)
            return yield* makeFileError(
              name,
              `must have one record, because it has more than ${mostTogether} bytes`,
            )
          text += yield* decode(part)
          length += part.length
        }),
      )
      return text + (yield* decode())
    })

  const read: RecordsReader["read"] = (file) =>
    Effect.gen(function* () {
      const [section, progress] = yield* enter(file.name)
      const text = yield* readTextFile(file)
      if (!text.endsWith("\n")) return yield* makeFileError(file.name, "must end with a line break")
      const lines = text.slice(0, -1).split("\n")
      const records = yield* Effect.forEach(lines, (line, index) =>
        recordIn(file.name, line, index + 1, progress),
      )
      return { section, records }
    })

  return {
    read,
    mayHaveFiles: () => at < sectionNames.indexOf("files"),
    sections: () =>
      Object.fromEntries(
        sectionNames.map((section) => {
          const { merkle } = sections.get(section) ?? makeProgress(section)
          return [section, { records: merkle.count(), sha256: merkle.hex() }]
        }),
      ),
  }
}

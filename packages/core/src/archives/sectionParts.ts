/** Writes the records of a section as files of about four megabytes, because a tar file needs the size of a file before it. */
import { Chunk, Stream } from "effect"
import { computeSha256Bytes } from "../domain/digest.ts"
import { makeMerkleRoot } from "../releases/merkle.ts"
import { type ArchivePart, formatRecordsName, type SectionName, type SectionSum } from "./archiveFile.ts"

/** The characters of a file, unless one record alone has more. */
const partLength = 4 * 1024 * 1024

/** The files of a section. `ended` gets its sum after the last one. A section without records has no file. */
export const splitSection = <E, R>(
  section: SectionName,
  lines: Stream.Stream<string, E, R>,
  ended: (sum: SectionSum) => void,
): Stream.Stream<ArchivePart, E, R> =>
  Stream.suspend(() => {
    const encoder = new TextEncoder()
    const merkle = makeMerkleRoot()
    let open: Array<string> = []
    let length = 0
    let part = 0

    const close = (): ReadonlyArray<ArchivePart> => {
      if (open.length === 0) return []
      const bytes = encoder.encode(`${open.join("\n")}\n`)
      open = []
      length = 0
      part += 1
      return [{ name: formatRecordsName(section, part), size: bytes.length }, bytes]
    }

    const add = (more: Chunk.Chunk<string>): Chunk.Chunk<ArchivePart> => {
      const parts: Array<ArchivePart> = []
      for (const line of more) {
        if (length + line.length > partLength) parts.push(...close())
        merkle.add(computeSha256Bytes(line))
        open.push(line)
        length += line.length + 1
      }
      return Chunk.unsafeFromArray(parts)
    }

    const rest = Stream.suspend(() => {
      const parts = close()
      ended({ records: merkle.count(), sha256: merkle.hex() })
      return Stream.fromIterable(parts)
    })
    return Stream.concat(Stream.mapChunks(lines, add), rest)
  })

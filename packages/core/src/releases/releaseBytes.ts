/** The bytes of a release file, streamed from a snapshot; what is known of them is there when the last one has passed. */
import { Chunk, Stream } from "effect"
import { sha256Hex, sha256Into, sha256Length, sha256Stream } from "../domain/digest.ts"
import { merkleRoot } from "./merkle.ts"
import { headOf, lineOf, type ReleaseTitle, tailOf } from "./releaseFile.ts"
import type { Snapshot, SnapshotSample } from "./SnapshotStore.ts"

export interface FileFacts {
  readonly samplesCount: number
  readonly samplesSha256: string
  readonly sha256: string
  readonly sizeBytes: number
}

export interface ReleaseBytes {
  /** To be run once. */
  readonly bytes: Stream.Stream<Uint8Array>
  /** Samples that have passed. */
  readonly done: () => number
  /** What is known of the file, once the stream has ended. */
  readonly facts: () => FileFacts
}

/** Lines are encoded together up to about this many characters. */
const pieceLength = 256 * 1024

export const releaseBytes = (title: ReleaseTitle, snapshot: Snapshot): ReleaseBytes => {
  const labelsets = snapshot.labelsets.map((labelset) => labelset.name)
  const head = headOf(title, snapshot.dataset, snapshot.labelsets)
  const encoder = new TextEncoder()
  const merkle = merkleRoot()
  const entry = new Uint8Array(sha256Length)
  const whole = sha256Stream()
  let sizeBytes = 0
  let sha256 = ""

  const encoded = (text: string): Uint8Array => {
    const bytes = encoder.encode(text)
    whole.update(bytes)
    sizeBytes += bytes.length
    return bytes
  }

  /** Lines that are encoded at once. Where every character is a byte, a line is hashed where it stands among the bytes. */
  const pieceOf = (lines: ReadonlyArray<string>): Uint8Array => {
    let text = merkle.count() === 0 ? "\n" : ",\n"
    let at = text.length
    text += lines.join(",\n")
    const bytes = encoded(text)
    for (const line of lines) {
      const inBytes = bytes.length === text.length
      merkle.add(sha256Into(inBytes ? bytes.subarray(at, at + line.length) : line, entry))
      at += line.length + ",\n".length
    }
    return bytes
  }

  const linesOf = (samples: Chunk.Chunk<SnapshotSample>): Chunk.Chunk<Uint8Array> => {
    const pieces: Array<Uint8Array> = []
    let lines: Array<string> = []
    let length = 0
    for (const sample of samples) {
      const line = lineOf(sample, labelsets)
      lines.push(line)
      length += line.length
      if (length < pieceLength) continue
      pieces.push(pieceOf(lines))
      lines = []
      length = 0
    }
    if (lines.length > 0) pieces.push(pieceOf(lines))
    return Chunk.unsafeFromArray(pieces)
  }

  const tail = () => {
    const samples = { samplesCount: merkle.count(), samplesSha256: merkle.hex() }
    const bytes = encoded(`\n${tailOf({ ...samples, headSha256: sha256Hex(head) })}\n`)
    sha256 = whole.hex()
    return bytes
  }

  return {
    bytes: Stream.sync(() => encoded(head)).pipe(
      Stream.concat(Stream.mapChunks(snapshot.samples, linesOf)),
      Stream.concat(Stream.sync(tail)),
    ),
    done: merkle.count,
    facts: () => ({
      samplesCount: merkle.count(),
      samplesSha256: merkle.hex(),
      sha256,
      sizeBytes,
    }),
  }
}

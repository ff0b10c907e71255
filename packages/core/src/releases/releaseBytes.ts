import { type Chunk, Stream } from "effect"
import { assetPathStart } from "../domain/assetPaths.ts"
import { computeSha256Hex, computeSha256Into, makeSha256Stream, sha256Length } from "../domain/digest.ts"
import { sliceTexts } from "../domain/LongText.ts"
import { measureBodies } from "../kernel/portions.ts"
import { type CountedLabel, type LabelsetShares, makeAuthorCounter } from "./authorCounts.ts"
import { type GroundTruthCounts, makeGroundTruthCounter } from "./groundTruthCounts.ts"
import { makeMerkleRoot } from "./merkle.ts"
import {
  formatReleaseHead,
  formatReleaseLine,
  formatReleaseTail,
  listReleaseLineTexts,
  type ReleaseTitle,
} from "./releaseFile.ts"
import { resolveSample } from "./resolveSample.ts"
import type { Snapshot, SnapshotPage, SnapshotSample } from "./SnapshotStore.ts"

/** Facts about a release file. */
export interface FileFacts {
  readonly samplesCount: number
  readonly samplesSha256: string
  readonly sha256: string
  readonly sizeBytes: number
}

/** The bytes of a release file, and facts about them. */
export interface ReleaseBytes {
  /** The bytes of the file. Can be run once. */
  readonly bytes: Stream.Stream<Uint8Array>
  /** The number of samples written so far. */
  readonly done: () => number
  /** The facts about the file, after the end of the stream. */
  readonly facts: () => FileFacts
  /** The accounts that have labels in the file, after the end of the stream. */
  readonly listAccounts: () => ReadonlyArray<string>
  /** The shares of people and models in the labels of the file, after the end of the stream. */
  readonly countShares: (modelNames: ReadonlySet<string>) => ReadonlyArray<LabelsetShares>
  /** The statuses of the ground-truth labels of the file, after the end of the stream. */
  readonly countGroundTruth: () => GroundTruthCounts
}

const lineBreak = 0x0a

/** The approximate number of characters that are encoded together. */
const pieceLength = 256 * 1024

const weighLine = (sample: SnapshotSample): number =>
  sample.labels.reduce((sum, label) => sum + measureBodies(label), measureBodies(sample))

/**
 * Streams the bytes of a release file from a snapshot, with `publicUrl` before the paths of assets. Facts about the file are available
 * after the last byte.
 */
export const releaseBytes = (title: ReleaseTitle, snapshot: Snapshot, publicUrl: string): ReleaseBytes => {
  const labelsets = snapshot.labelsets.map((labelset) => labelset.name)
  const head = formatReleaseHead(title, snapshot.dataset, snapshot.labelsets)
  const encoder = new TextEncoder()
  const merkle = makeMerkleRoot()
  const authors = makeAuthorCounter(labelsets)
  const groundTruth = makeGroundTruthCounter()
  const entry = new Uint8Array(sha256Length)
  const whole = makeSha256Stream()
  let sizeBytes = 0
  let sha256 = ""

  const countLabel = (label: CountedLabel): void => {
    authors.add(label)
    groundTruth.add(label)
  }

  const encodeText = (text: string): Uint8Array => addBytes(encoder.encode(text))

  const addBytes = (bytes: Uint8Array): Uint8Array => {
    whole.update(bytes)
    sizeBytes += bytes.length
    return bytes
  }

  /** The bytes of a page of lines, without the comma before the first line of the file. */
  const takeLines = ({ bytes, count, labels }: SnapshotPage & { readonly _tag: "Lines" }): Uint8Array => {
    const isFirst = merkle.count() === 0
    const before = merkle.count()
    for (let at = ",\n".length; at < bytes.length; ) {
      const next = bytes.indexOf(lineBreak, at)
      const end = next === -1 ? bytes.length : next - 1
      merkle.add(computeSha256Into(bytes.subarray(at, end), entry))
      at = end + ",\n".length
    }
    if (merkle.count() - before !== count) throw new Error("A page of lines has another number of samples.")
    for (const label of labels) countLabel(label)
    return addBytes(isFirst ? bytes.subarray(1) : bytes)
  }

  /** Encodes lines together. If every character is one byte, lines are hashed in place. */
  const joinLines = (lines: ReadonlyArray<string>): Uint8Array => {
    let text = merkle.count() === 0 ? "\n" : ",\n"
    let at = text.length
    text += lines.join(",\n")
    const bytes = encodeText(text)
    for (const line of lines) {
      const inBytes = bytes.length === text.length
      merkle.add(computeSha256Into(inBytes ? bytes.subarray(at, at + line.length) : line, entry))
      at += line.length + ",\n".length
    }
    return bytes
  }

  /** The pieces of a long line, which is never in memory as a whole. */
  function* writeLongLine(sample: SnapshotSample): Generator<Uint8Array> {
    const hash = makeSha256Stream()
    yield encodeText(merkle.count() === 0 ? "\n" : ",\n")
    for (const text of sliceTexts(listReleaseLineTexts(sample, labelsets))) {
      const bytes = encodeText(text)
      hash.update(bytes)
      yield bytes
    }
    merkle.add(hash.bytes())
  }

  function* writePage(page: SnapshotPage): Generator<Uint8Array> {
    if (page._tag === "Lines") yield takeLines(page)
    else yield* writePieces(page.samples)
  }

  function* writePieces(samples: Chunk.Chunk<SnapshotSample>): Generator<Uint8Array> {
    let lines: Array<string> = []
    let length = 0
    for (const stored of samples) {
      const sample = resolveSample(stored, publicUrl)
      for (const { labelset, reviewedBy, status, updatedBy } of stored.labels)
        countLabel({ labelset, status, updatedBy, isReviewed: reviewedBy !== null })
      const isLong = weighLine(sample) > pieceLength
      if (!isLong) {
        const line = formatReleaseLine(sample, labelsets)
        lines.push(line)
        length += line.length
        if (length < pieceLength) continue
      }
      if (lines.length > 0) yield joinLines(lines)
      lines = []
      length = 0
      if (isLong) yield* writeLongLine(sample)
    }
    if (lines.length > 0) yield joinLines(lines)
  }

  /** Paths of assets get the public URL, so lines with them are written from values. */
  const writeSamples = ({ pages, samples }: Snapshot): Stream.Stream<Uint8Array> =>
    pages === undefined
      ? Stream.flatMap(Stream.chunks(samples), (chunk) => Stream.fromIteratorSucceed(writePieces(chunk), 1))
      : Stream.flatMap(pages(assetPathStart), (page) => Stream.fromIteratorSucceed(writePage(page), 1))

  const writeTail = () => {
    const samples = { samplesCount: merkle.count(), samplesSha256: merkle.hex() }
    const bytes = encodeText(`\n${formatReleaseTail({ ...samples, headSha256: computeSha256Hex(head) })}\n`)
    sha256 = whole.hex()
    return bytes
  }

  return {
    bytes: Stream.sync(() => encodeText(head)).pipe(
      Stream.concat(writeSamples(snapshot)),
      Stream.concat(Stream.sync(writeTail)),
    ),
    done: merkle.count,
    listAccounts: authors.listAccounts,
    countShares: authors.list,
    countGroundTruth: groundTruth.list,
    facts: () => ({
      samplesCount: merkle.count(),
      samplesSha256: merkle.hex(),
      sha256,
      sizeBytes,
    }),
  }
}

/**
 * Verifies a release file: whether it is complete and unchanged, by its bytes and optionally by the server's digests.
 * The seal in the file detects damage; only the server's digests detect a forged seal.
 */
import { Effect, Stream } from "effect"
import { computeSha256Bytes, computeSha256Hex, makeSha256Stream } from "../domain/digest.ts"
import { type LabelsetShares, makeAuthorCounter } from "./authorCounts.ts"
import { checkHead, checkLine, checkTail, type ReleaseHeading, readConfiguration } from "./checkLines.ts"
import { type GroundTruthCounts, makeGroundTruthCounter } from "./groundTruthCounts.ts"
import { splitLines } from "./lines.ts"
import { makeMerkleRoot } from "./merkle.ts"
import type { FileFacts } from "./releaseBytes.ts"
import { formatReleaseTail } from "./releaseFile.ts"

/** A problem and its line, from 1; 0 stands for the whole file. */
export interface ReleaseProblem {
  readonly line: number
  readonly message: string
}

/** The result of verifying a release file. */
export interface ReleaseReport extends FileFacts {
  readonly ok: boolean
  /** The first hundred problems. */
  readonly problems: ReadonlyArray<ReleaseProblem>
  /** Null if the first line is unreadable. */
  readonly heading: ReleaseHeading | null
  /** SHA-256 of the JSON text of the configuration, hex. Null if the first line is unreadable. */
  readonly configurationSha256: string | null
  /** The shares of people and models in the labels. */
  readonly labelsets: ReadonlyArray<LabelsetShares>
  /** The statuses of the ground-truth labels. */
  readonly groundTruth: GroundTruthCounts
}

const maxProblems = 100

/** Verifies a release file from its bytes. */
export const verifyRelease = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  expected: Partial<FileFacts> = {},
): Effect.Effect<ReleaseReport, E, R> =>
  Effect.suspend(() => {
    const whole = makeSha256Stream()
    let sizeBytes = 0
    let lastByte: number | undefined
    const lines = makeVerifier()
    const hashed = Stream.tap(bytes, (chunk) =>
      Effect.sync(() => {
        whole.update(chunk)
        sizeBytes += chunk.length
        lastByte = chunk.at(-1) ?? lastByte
      }),
    )
    return Effect.map(
      Stream.runForEach(splitLines(hashed), (line) => Effect.sync(() => lines.read(line))),
      () => lines.report({ sizeBytes, sha256: whole.hex(), ended: lastByte === 0x0a }, expected),
    )
  })

const makeVerifier = () => {
  const problems: Array<ReleaseProblem> = []
  const merkle = makeMerkleRoot()
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  let line = 0
  let heading: ReleaseHeading | null = null
  let headSha256 = ""
  let configurationSha256: string | null = null
  let authors = makeAuthorCounter([])
  const groundTruth = makeGroundTruthCounter()
  let lastUuid = ""
  let comma = false
  let tail: string | undefined

  const addProblem = (message: string, at = line) => {
    if (problems.length < maxProblems) problems.push({ line: at, message })
  }

  const decodeLine = (bytes: Uint8Array): string | undefined => {
    try {
      return decoder.decode(bytes)
    } catch {
      addProblem("is not UTF-8")
      return undefined
    }
  }

  const readHead = (bytes: Uint8Array) => {
    headSha256 = computeSha256Hex(bytes)
    const text = decodeLine(bytes) ?? ""
    const checked = checkHead(text)
    heading = checked.heading
    if (checked.heading === null) return addProblem(checked.problem)
    configurationSha256 = computeSha256Hex(readConfiguration(text))
    authors = makeAuthorCounter(checked.heading.labelsets)
  }

  const readSample = (bytes: Uint8Array) => {
    if (merkle.count() > 0 && !comma) addProblem("comes after a line without a comma at its end")
    comma = bytes.at(-1) === 0x2c
    const body = comma ? bytes.subarray(0, -1) : bytes
    merkle.add(computeSha256Bytes(body))
    const text = decodeLine(body)
    if (text === undefined) return
    const checked = checkLine(text, heading)
    for (const problem of checked.problems) addProblem(problem)
    for (const label of checked.labels) {
      authors.add(label)
      groundTruth.add(label)
    }
    if (checked.uuid === undefined) return
    if (checked.uuid <= lastUuid) addProblem("is not in the order of the sample ids")
    lastUuid = checked.uuid
  }

  const read = (bytes: Uint8Array) => {
    line += 1
    if (line === 1) readHead(bytes)
    else if (tail !== undefined) addProblem("comes after the end")
    else if (bytes[0] === 0x5d) tail = decodeLine(bytes) ?? ""
    else readSample(bytes)
  }

  const computeSeal = () => ({ samplesCount: merkle.count(), samplesSha256: merkle.hex(), headSha256 })

  const checkEnd = (ended: boolean) => {
    if (tail === undefined) return addProblem("The file ends before its last line.", 0)
    if (comma) addProblem("comes after a line with a comma at its end")
    if (tail !== formatReleaseTail(computeSeal()))
      for (const problem of checkTail(tail, computeSeal())) addProblem(problem)
    if (!ended) addProblem("has no line break at its end")
  }

  const report = (
    file: { readonly sizeBytes: number; readonly sha256: string; readonly ended: boolean },
    expected: Partial<FileFacts>,
  ): ReleaseReport => {
    checkEnd(file.ended)
    const { samplesCount, samplesSha256 } = computeSeal()
    const facts: FileFacts = { samplesCount, samplesSha256, sha256: file.sha256, sizeBytes: file.sizeBytes }
    for (const key of ["samplesCount", "samplesSha256", "sha256", "sizeBytes"] as const) {
      if (expected[key] !== undefined && expected[key] !== facts[key])
        addProblem(`${names[key]} is not what was expected.`, 0)
    }
    return {
      ok: problems.length === 0,
      problems,
      heading,
      configurationSha256,
      labelsets: authors.list(),
      groundTruth: groundTruth.list(),
      ...facts,
    }
  }

  return { read, report }
}

const names: Readonly<Record<keyof FileFacts, string>> = {
  samplesCount: "The number of samples",
  samplesSha256: "The Merkle root over the samples",
  sha256: "The SHA-256 of the file",
  sizeBytes: "The size of the file",
}

/** Decodes NDJSON lines to samples, and encodes results to lines. */
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import {
  type ImportLine,
  type ImportResult,
  type ImportSummary,
  type JsonTree,
  type LabelCheckOutcome,
  toWarningsJson,
  toWirePointer,
  writeJson,
} from "@annotary/core/effect"
import { Chunk, Effect, Either, Stream } from "effect"
import { NewSampleLine } from "../api/payloads/sample.ts"
import type { Line } from "../transport/body/lines.ts"
import { makePayloadDecoder, type PayloadFailure } from "../transport/codec/payload.ts"
import { labelInput, sampleInput } from "./sampleInput.ts"
import { toFieldPointer } from "./wireNames.ts"

const decode = makePayloadDecoder(NewSampleLine)

export const importLine = ({ bytes, number }: Line): ImportLine => {
  if (bytes === undefined) return makeFailedLine(number, "The line is longer than this server accepts.")
  const decoded = decode(bytes)
  if (Either.isLeft(decoded)) return toFailedLine(number, decoded.left)
  const label = labelInput(decoded.right)
  if (Either.isLeft(label)) return prefixPointers(toFailedLine(number, label.left))
  return { line: number, sample: sampleInput(decoded.right), label: label.right }
}

const prefixPointers = (line: ImportLine): ImportLine =>
  "errors" in line
    ? {
        ...line,
        errors: line.errors.map(({ message, pointer }) => ({ pointer: `/label${pointer}`, message })),
      }
    : line

const toFailedLine = (line: number, failure: PayloadFailure): ImportLine => {
  switch (failure._tag) {
    case "Malformed":
      return makeFailedLine(
        line,
        `The line is not valid JSON. Column ${failure.fault.column}: ${failure.fault.message}`,
        failure.fault.pointer,
      )
    case "TooLarge":
      return makeFailedLine(line, "The line is longer than this server accepts.")
    case "Invalid":
      return { line, errors: failure.issues }
  }
}

const makeFailedLine = (line: number, message: string, pointer = ""): ImportLine => ({
  line,
  errors: [{ pointer, message }],
})

export const importText = (result: ImportResult | ImportSummary): string => {
  // Most lines have nothing more, and a tree for each would take most of the time of a response.
  if (result._tag === "Line" && result.status !== "error" && result.checkResult === undefined)
    return `{"line":${result.line},"status":"${result.status}","uuid":"${result.uuid}","name":${JSON.stringify(result.name)}}\n`
  return `${writeJson(toResultJson(result))}\n`
}

const toResultJson = (result: ImportResult | ImportSummary): JsonTree =>
  result._tag === "Summary"
    ? { created: result.created, existing: result.existing, failed: result.failed }
    : {
        line: result.line,
        status: result.status,
        uuid: result.uuid,
        name: result.name,
        ...checkResultJson(result.checkResult),
        ...(result.advice === undefined || result.advice.length === 0
          ? {}
          : {
              advice: result.advice.map(({ message, pointer }) => ({
                pointer: toLinePointer(pointer),
                message,
              })),
            }),
        errors:
          result.status === "error"
            ? result.errors.map(({ message, pointer }) => ({ pointer: toLinePointer(pointer), message }))
            : undefined,
      }

/** The status of a label has another name here than in the engine. */
const toLinePointer = (pointer: string): string => toFieldPointer(toWirePointer(pointer))

/**
 * Warnings per label in an import's response. The response is buffered until the last line was read; a label's own list
 * has all its warnings.
 */
const mostWarnings = 10

const checkResultJson = (
  checkResult: LabelCheckOutcome | undefined,
): { readonly [key: string]: JsonTree } => {
  if (checkResult === undefined) return {}
  if ("error" in checkResult) return { warnings: null, warnings_error: checkResult.error.message }
  return {
    warnings: toWarningsJson(checkResult.warnings.slice(0, mostWarnings)),
    warning_counts: checkResult.counts,
  }
}

const compress = promisify(gzip)
const extract = promisify(gunzip)

/** The characters that are buffered as they are: compressing takes longer than all else that a line of the response needs. */
const mostPlain = 4 * 1024 * 1024

/**
 * Runs the stream to its end, then emits its pieces. They are buffered, compressed where there are many, because an import responds only
 * after its last line.
 */
export const spoolText = <E, R>(
  pieces: Stream.Stream<string, E, R>,
): Effect.Effect<Stream.Stream<string>, E, R> =>
  Effect.suspend(() => {
    let plain = 0
    const keep = (text: string): Effect.Effect<string | Uint8Array> => {
      plain += text.length
      return plain <= mostPlain ? Effect.succeed(text) : Effect.promise(() => compress(text, { level: 1 }))
    }
    return pieces.pipe(
      Stream.mapChunks((chunk) =>
        Chunk.isEmpty(chunk) ? Chunk.empty<string>() : Chunk.of(Chunk.join(chunk, "")),
      ),
      Stream.mapEffect(keep),
      Stream.runCollect,
      Effect.map((kept) =>
        Stream.fromChunk(kept).pipe(
          Stream.rechunk(1),
          Stream.mapEffect((piece) =>
            typeof piece === "string"
              ? Effect.succeed(piece)
              : Effect.promise(async () => (await extract(piece)).toString()),
          ),
        ),
      ),
    )
  })

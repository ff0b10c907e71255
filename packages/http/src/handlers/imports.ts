/** Lines of NDJSON to samples, and what became of them back to lines. */
import {
  type ImportLine,
  type ImportResult,
  type ImportSummary,
  type JsonTree,
  writeJson,
} from "@annotary/core/effect"
import { Either } from "effect"
import { NewSample } from "../api/payloads/sample.ts"
import type { Line } from "../transport/body/lines.ts"
import { type PayloadFailure, payloadDecoder } from "../transport/codec/payload.ts"
import { sampleInput } from "./sampleInput.ts"

const decode = payloadDecoder(NewSample)

export const importLine = ({ bytes, number }: Line): ImportLine => {
  if (bytes === undefined) return wrong(number, "The line is longer than this server accepts.")
  const decoded = decode(bytes)
  if (Either.isRight(decoded)) return { line: number, sample: sampleInput(decoded.right) }
  return failed(number, decoded.left)
}

const failed = (line: number, failure: PayloadFailure): ImportLine => {
  switch (failure._tag) {
    case "Malformed":
      return wrong(
        line,
        `The line is not valid JSON. Column ${failure.fault.column}: ${failure.fault.message}`,
      )
    case "TooLarge":
      return wrong(line, "The line is longer than this server accepts.")
    case "Invalid":
      return { line, errors: failure.issues }
  }
}

const wrong = (line: number, message: string): ImportLine => ({ line, errors: [{ pointer: "", message }] })

export const importText = (result: ImportResult | ImportSummary): string => `${writeJson(treeOf(result))}\n`

const treeOf = (result: ImportResult | ImportSummary): JsonTree =>
  result._tag === "Summary"
    ? { created: result.created, existing: result.existing, failed: result.failed }
    : {
        line: result.line,
        status: result.status,
        uuid: result.uuid,
        name: result.name,
        errors:
          result.status === "error"
            ? result.errors.map(({ message, pointer }) => ({ pointer, message }))
            : undefined,
      }

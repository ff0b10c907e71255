/**
 * Messages between a worker and its owner. Long texts are sent as their memory, in an encoding that can be copied to a
 * string: the main thread would have to decode UTF-8 beyond ASCII.
 */
import { isAscii, transcode } from "node:buffer"
import type { Checked, CheckRequest, TextCheckResult } from "@annotary/core/check"
import type { ExtractPlan, PayloadFailure } from "../../codec/extract.ts"
import { minifySpan } from "../../json/minify.ts"
import type { Span } from "../../json/scan.ts"
import { decodeSpan } from "../../json/text.ts"

export interface BodyQuestion {
  readonly bytes: Uint8Array
  readonly plan: ExtractPlan
  readonly sha256: boolean
}

export interface BodyAnswer {
  /** Raw fields contain a {@link SentText}. */
  readonly value: { readonly _tag: "Extracted"; readonly value: unknown } | PayloadFailure
  readonly sha256: string
}

/** A label to be checked. Its text is copied, which is fast. */
export interface LabelQuestion {
  readonly check: CheckRequest
  /** The heap limit of the thread. */
  readonly heapMegabytes: number
}

export type LabelAnswer = Checked<TextCheckResult>

export type ThreadQuestion = BodyQuestion | LabelQuestion
export type ThreadAnswer = BodyAnswer | LabelAnswer

/** A text, or its memory and encoding. */
export type SentText =
  | string
  | { readonly memory: ArrayBuffer; readonly start: number; readonly length: number; readonly wide: boolean }

/** Texts up to this size are copied as strings. */
const shortBytes = 64 * 1024

/** The text of a raw field to be sent. Its memory is transferred with it. */
export const toSentText = (bytes: Uint8Array, span: Span): SentText => {
  const text = minifySpan(bytes, span)
  if (text.length <= shortBytes) return decodeSpan(text, 0, text.length)
  const plain = isAscii(text)
  const wide = !plain && hasBeyondLatin(text)
  const encoded = plain ? text : transcode(text, "utf8", wide ? "utf16le" : "latin1")
  return { memory: getMemory(encoded), start: encoded.byteOffset, length: encoded.length, wide }
}

/** The text that was sent. */
export const fromSentText = (sent: SentText): string => {
  if (typeof sent === "string") return sent
  return Buffer.from(sent.memory, sent.start, sent.length).toString(sent.wide ? "utf16le" : "latin1")
}

/** Whether some character is above U+00FF, by its first byte in UTF-8. */
const hasBeyondLatin = (text: Uint8Array): boolean => {
  for (let i = 0; i < text.length; i++) if ((text[i] ?? 0) >= 0xc4) return true
  return false
}

/** Shared memory is copied: it cannot be transferred. */
const getMemory = ({ buffer }: Uint8Array): ArrayBuffer =>
  buffer instanceof ArrayBuffer ? buffer : new Uint8Array(buffer).slice().buffer

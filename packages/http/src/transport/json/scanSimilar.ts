/**
 * Scans a long text only where it differs from one that was scanned before. Who edits a label sends most of it again each time.
 */
import * as Either from "effect/Either"
import type { JsonFault } from "./fault.ts"
import { type Part, PartList } from "./PartList.ts"
import { type JsonDocument, type Member, type ScanLimits, scan, scanPart } from "./scan.ts"

interface ScannedText {
  readonly bytes: Uint8Array
  readonly limits: ScanLimits
  readonly document: JsonDocument
  readonly parts: PartList
}

/** Shorter texts are scanned as fast as they are compared. Longer ones would take too much memory. */
const minBytes = 16 * 1024
const maxBytes = 512 * 1024

/** All texts that are remembered, and their bytes. */
const maxTexts = 16
const maxTotal = 2 * 1024 * 1024

/** The places in a text of many short values would take more memory than its bytes. */
const maxParts = 16_000

/** Around a difference there are few values that can contain all of it; the outer ones are most of the text. */
const maxAttempts = 3

let scannedTexts: ReadonlyArray<ScannedText> = []

/** Scans as `scan` does, except that a value which has lost its white space may still count as spaced. Nobody changes the bytes later. */
export const scanSimilar = (
  bytes: Uint8Array,
  limits: ScanLimits,
): Either.Either<JsonDocument, JsonFault> => {
  if (bytes.length < minBytes || bytes.length > maxBytes) return scan(bytes, limits)
  const comparable = scannedTexts.filter((earlier) => hasSameLimits(earlier.limits, limits))
  const identical = comparable.find((earlier) => isEqual(earlier.bytes, bytes))
  if (identical !== undefined) {
    keepText(identical, identical)
    return Either.right(identical.document)
  }
  for (const earlier of comparable) {
    const scannedText = scanDifference(earlier, bytes)
    if (scannedText === undefined) continue
    keepText(scannedText, earlier)
    return Either.right(scannedText.document)
  }
  const parts = new PartList()
  const scanned = scan(bytes, limits, parts)
  if (Either.isRight(scanned) && scanned.right.members !== undefined)
    keepText({ bytes, limits, document: scanned.right, parts }, undefined)
  return scanned
}

const hasSameLimits = (a: ScanLimits, b: ScanLimits): boolean =>
  a.depth === b.depth && a.notANumber === b.notANumber

/** Remembers the text in the place of an earlier one. */
const keepText = (text: ScannedText, earlier: ScannedText | undefined): void => {
  if (text.bytes.buffer.byteLength > maxTotal || text.parts.count > maxParts) return
  let total = 0
  const texts = [text, ...scannedTexts.filter((one) => one !== earlier)].slice(0, maxTexts)
  scannedTexts = texts.filter(({ bytes }) => {
    // A short body may be a view of a longer buffer, which it keeps in memory.
    total += bytes.buffer.byteLength
    return total <= maxTotal
  })
}

/**
 * Scans the innermost value that contains the difference. The rest of the text is equal, and a scan of it does not depend on the bytes
 * of that value, only on its end. Undefined when that does not succeed: a scan of the whole text finds the reason.
 */
const scanDifference = (earlier: ScannedText, bytes: Uint8Array): ScannedText | undefined => {
  const { bytes: old, document, limits, parts } = earlier
  const shorter = Math.min(old.length, bytes.length)
  const before = countEqual(shorter, (at, length) => isEqualAt(old, at, bytes, at, length))
  const after = countEqual(shorter - before, (at, length) =>
    isEqualAt(old, old.length - at - length, bytes, bytes.length - at - length, length),
  )
  if (before + after < shorter / 2) return undefined
  const delta = bytes.length - old.length
  for (const part of parts.findAround(before, old.length - after).slice(0, maxAttempts)) {
    const inside = new PartList()
    const scanned = scanPart(bytes, part.start, part.depth, limits, inside)
    if (scanned?.end !== part.end + delta) continue
    return {
      bytes,
      limits,
      document: moveMembers(document, part, delta, scanned.spaced),
      parts: parts.replace(part, inside, delta),
    }
  }
  return undefined
}

const moveMembers = (document: JsonDocument, part: Part, delta: number, spaced: boolean): JsonDocument => ({
  ...document,
  end: document.end + delta,
  spaced: document.spaced || spaced,
  members: document.members?.map((member): Member => {
    if (member.end <= part.start) return member
    if (member.start >= part.end) return { ...member, start: member.start + delta, end: member.end + delta }
    return { ...member, end: member.end + delta, spaced: member.spaced || spaced }
  }),
})

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && Buffer.compare(a, b) === 0

const isEqualAt = (a: Uint8Array, aFrom: number, b: Uint8Array, bFrom: number, length: number): boolean =>
  Buffer.compare(a.subarray(aFrom, aFrom + length), b.subarray(bFrom, bFrom + length)) === 0

/** Counts the bytes that are equal from the first on, comparing all of them and then halves. */
const countEqual = (limit: number, hasEqual: (at: number, length: number) => boolean): number => {
  let at = 0
  for (let length = limit; length >= 1; length = Math.floor(length / 2))
    while (at + length <= limit && hasEqual(at, length)) at += length
  return at
}

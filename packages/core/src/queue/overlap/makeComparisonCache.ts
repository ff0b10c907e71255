/** The results of comparisons that were made last. Pure but for its memory. */
import { makeSha256Stream } from "../../domain/digest.ts"
import type { ComparisonRequest, ComparisonResult } from "./compareLargeLabels.ts"
import { maxLength } from "./compareTexts.ts"
import { readMergeOptions } from "./readMergeOptions.ts"

/** The characters of one step, which takes less than a millisecond. */
const stepCharacters = 65_536

/**
 * The digest of all that a result depends on, but for the files in buckets. Other datasets and owners have other digests: the same URL may be another
 * file there, or one that they may not read.
 */
export function* computeRequestKeyInSteps({ dataset, labels }: ComparisonRequest): Generator<void, string> {
  const { id, owner, taskAttributes, taskType } = dataset
  const digest = makeSha256Stream()
  const merging = readMergeOptions(
    dataset,
    labels.map(({ person }) => person),
  )
  const lengths = labels.map(({ attributes, person }) => [person, attributes?.length ?? null])
  digest.update(JSON.stringify([id, owner, taskType, taskAttributes, lengths, merging]))
  for (const { attributes } of labels)
    for (let from = 0, to = 0; attributes !== null && from < attributes.length; from = to) {
      to = Math.min(attributes.length, from + stepCharacters)
      // Both halves of a character are encoded together.
      if (isHighSurrogate(attributes.charCodeAt(to - 1))) to += 1
      digest.update(attributes.slice(from, to))
      yield
    }
  return digest.hex()
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

interface CachedResult {
  readonly result: ComparisonResult
  readonly compares: boolean
  readonly characters: number
  readonly until: number
}

/** Keeps results for `keptMillis`, of up to `maxCharacters` characters in all. */
export const makeComparisonCache = (keptMillis: number, maxCharacters: number) => {
  /** The oldest first. */
  const results = new Map<string, CachedResult>()
  let characters = 0

  const remove = (key: string): void => {
    characters -= results.get(key)?.characters ?? 0
    results.delete(key)
  }

  const removeExpired = (millis: number): void => {
    for (const [key, { until }] of results) {
      if (until > millis) return
      remove(key)
    }
  }

  /** Returns the result for the digest of a request, if it has what the request needs. */
  const find = (key: string, request: ComparisonRequest, millis: number): ComparisonResult | null => {
    removeExpired(millis)
    const cached = results.get(key)
    return cached !== undefined && hasAnswer(cached, request) ? cached.result : null
  }

  /** Keeps a result that would be the same again. */
  const keep = (
    key: string,
    { compares }: ComparisonRequest,
    result: ComparisonResult,
    millis: number,
  ): void => {
    removeExpired(millis)
    const { merge } = result
    if (merge?.refusal === "segmented" || merge?.refusal === "unavailable") return
    const length = maxLength + (merge?.refusal === null ? (merge.attributes?.length ?? 0) : 0)
    remove(key)
    if (length > maxCharacters) return
    for (const oldest of results.keys()) {
      if (characters + length <= maxCharacters) break
      remove(oldest)
    }
    results.set(key, { result, compares, characters: length, until: millis + keptMillis })
    characters += length
  }

  return { find, keep, getCharacters: () => characters }
}

const hasAnswer = (
  { compares, result: { agreement, merge } }: CachedResult,
  request: ComparisonRequest,
): boolean => {
  if (request.compares && !compares) return false
  if (request.mergesFrom === null || merge !== null) return true
  return request.compares && (agreement?.agreement ?? request.mergesFrom) < request.mergesFrom
}

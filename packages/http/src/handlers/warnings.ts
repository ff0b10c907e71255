/** Warnings: checking labels, and listing and dismissing warnings. */
import {
  type CheckedLabel,
  type CheckLine,
  checkLineJson,
  groundTruth,
  type JsonTree,
  type LastCheckResult,
  toWarningJson,
  toWarningsJson,
  Warnings,
} from "@annotary/core/effect"
import { Chunk, Effect, Stream } from "effect"
import type { WarningsApi } from "../api/groups/warnings.ts"
import { formatErrorLine, noContent, streamNdjson } from "../transport/reply/reply.ts"
import { makeNextLink, replyJson } from "./answers.ts"
import { group, toDatasetRef } from "./group.ts"

export const warnings = Effect.gen(function* () {
  const service = yield* Warnings
  return group<typeof WarningsApi>({
    check: ({ path, payload }) =>
      Effect.map(service.check(path.sample, payload), (found) => replyJson(checkJson(found))),
    checkDataset: ({ path, payload }) =>
      Effect.map(service.checkDataset(toDatasetRef(path), payload), (found) =>
        streamNdjson(
          Stream.mapEffect(Stream.mapChunks(Stream.rechunk(found, linesAtOnce), joinLines), yieldText),
          {
            trailer: formatErrorLine,
          },
        ),
      ),
    totals: ({ path, urlParams: { labelset } }) =>
      Effect.map(service.counts(toDatasetRef(path), labelset), (rules) =>
        replyJson({ labelset: labelset ?? groundTruth, rules }),
      ),
    list: ({ path, url, urlParams: { cursor, per_page } }) =>
      Effect.map(service.list(path.sample, path.labelset, { offset: cursor, limit: per_page }), (found) =>
        replyJson(toLastCheckJson(found), {
          headers: makeNextLink(url.pathname, makeNextQuery(found, per_page)),
        }),
      ),
    dismiss: ({ path, payload }) =>
      Effect.map(service.dismiss(path.sample, path.labelset, path.warning, payload.reason), (warning) =>
        replyJson(toWarningJson(warning)),
      ),
    restore: ({ path }) => Effect.as(service.restore(path.sample, path.labelset, path.warning), noContent),
  })
})

const checkResultJson = ({
  counts,
  truncated,
  warnings: shown,
}: Pick<CheckedLabel, "counts" | "truncated" | "warnings">) => ({
  warnings: toWarningsJson(shown),
  truncated,
  counts,
})

const checkJson = (found: CheckedLabel): JsonTree => ({
  ...checkResultJson(found),
  config_version: found.configVersion,
})

const toLastCheckJson = (found: LastCheckResult): JsonTree => ({
  ...checkResultJson(found),
  version: found.version,
  config_version: found.configVersion,
  judged_at: found.checkedAt,
  current: found.current,
  dismissals: found.dismissals.map(({ at, by, content, reason, warning }) => ({
    warning,
    content,
    reason,
    by,
    at,
  })),
})

const makeNextQuery = ({ next }: LastCheckResult, perPage: number) =>
  next === null ? null : { cursor: String(next), per_page: String(perPage) }

/** Lines per piece of text. Other requests are processed between two pieces. */
const linesAtOnce = 500
const yieldText = (text: string): Effect.Effect<string> => Effect.delay(Effect.succeed(text), 0)

/** Joins the lines of a chunk. */
const joinLines = (lines: Chunk.Chunk<CheckLine>): Chunk.Chunk<string> =>
  Chunk.isEmpty(lines)
    ? Chunk.empty()
    : Chunk.of(
        Chunk.join(
          Chunk.map(lines, (line) => `${JSON.stringify(checkLineJson(line))}\n`),
          "",
        ),
      )

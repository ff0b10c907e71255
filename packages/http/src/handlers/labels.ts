/** Labels and their history. */
import {
  type LabelInput,
  Labels,
  type LabelView,
  labelHistoryJson,
  labelJson,
  labelVersionJson,
  RawBytes,
  toWarningsJson,
  type WrittenLabel,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { LabelsApi } from "../api/groups/labels.ts"
import type { LabelChange } from "../api/payloads/sample.ts"
import { noContent, type Reply } from "../transport/reply/reply.ts"
import { replyJson, replyPageBefore } from "./answers.ts"
import { parseIfMatch } from "./conditions.ts"
import { group } from "./group.ts"
import { toWireNames } from "./wireNames.ts"

export const labels = Effect.gen(function* () {
  const service = yield* Labels
  return group<typeof LabelsApi>({
    get: ({ path }) => Effect.map(service.get(path.sample, path.labelset), replyLabel),
    put: ({ headers, path, payload }) =>
      service.put(path.sample, path.labelset, toLabelInput(payload), parseIfMatch(headers)).pipe(
        Effect.map((view) => replyWrittenLabel(view, view.created ? 201 : 200)),
        Effect.mapError(toWireNames),
      ),
    patch: ({ headers, path, payload }) =>
      service.patch(path.sample, path.labelset, toLabelInput(payload), parseIfMatch(headers)).pipe(
        Effect.map((view) => replyWrittenLabel(view)),
        Effect.mapError(toWireNames),
      ),
    remove: ({ headers, path }) =>
      Effect.as(service.remove(path.sample, path.labelset, parseIfMatch(headers)), noContent),
    history: ({ path, url, urlParams: { before, per_page: limit } }) =>
      Effect.map(service.history(path.sample, path.labelset, { before, limit }), (rows) =>
        replyPageBefore(rows, labelHistoryJson, {
          id: ({ version }) => version,
          limit,
          pathname: url.pathname,
        }),
      ),
    version: ({ path }) =>
      Effect.map(service.version(path.sample, path.labelset, path.version), (row) =>
        replyJson(labelVersionJson(row)),
      ),
    restore: ({ headers, path, payload }) =>
      Effect.map(
        service.restore(path.sample, path.labelset, payload.version, parseIfMatch(headers)),
        (view) => replyWrittenLabel(view),
      ),
  })
})

const replyWrittenLabel = ({ advice = [], check, context, label }: WrittenLabel, status = 200): Reply =>
  replyJson(
    {
      ...labelJson(label, context),
      ...(check === null
        ? {}
        : {
            warnings: check.warnings === null ? null : toWarningsJson(check.warnings),
            warnings_error: check.error,
          }),
      ...(advice.length === 0
        ? {}
        : { advice: advice.map(({ message, pointer }) => ({ pointer, message })) }),
    },
    { status, etag: label.version },
  )

const replyLabel = ({ bytes, context, label }: LabelView): Reply =>
  replyJson(labelJson(label, context, bytes ? new RawBytes(bytes) : undefined), { etag: label.version })

const toLabelInput = ({ label_status, ...rest }: typeof LabelChange.Type): LabelInput => ({
  ...rest,
  status: label_status,
})

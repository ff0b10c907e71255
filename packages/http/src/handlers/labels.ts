/** Labels and their history. */
import {
  InvalidInput,
  type LabelInput,
  Labels,
  type LabelView,
  labelHistoryJson,
  labelJson,
  labelVersionJson,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { LabelsApi } from "../api/groups/labels.ts"
import type { LabelChange } from "../api/payloads/sample.ts"
import { noContent, type Reply } from "../transport/reply.ts"
import { pageBefore, tree } from "./answers.ts"
import { ifMatch } from "./conditions.ts"
import { group } from "./group.ts"

export const labels = Effect.gen(function* () {
  const service = yield* Labels
  return group<typeof LabelsApi>({
    get: ({ path }) => Effect.map(service.get(path.sample, path.labelset), shown),
    put: ({ headers, path, payload }) =>
      service.put(path.sample, path.labelset, inputOf(payload), ifMatch(headers)).pipe(
        Effect.map((view) => shown(view, view.created ? 201 : 200)),
        Effect.mapError(inWireNames),
      ),
    patch: ({ headers, path, payload }) =>
      service.patch(path.sample, path.labelset, inputOf(payload), ifMatch(headers)).pipe(
        Effect.map((view) => shown(view)),
        Effect.mapError(inWireNames),
      ),
    remove: ({ headers, path }) =>
      Effect.as(service.remove(path.sample, path.labelset, ifMatch(headers)), noContent),
    history: ({ path, url, urlParams: { before, per_page: limit } }) =>
      Effect.map(service.history(path.sample, path.labelset, { before, limit }), (rows) =>
        pageBefore(rows, labelHistoryJson, { id: ({ version }) => version, limit, pathname: url.pathname }),
      ),
    version: ({ path }) =>
      Effect.map(service.version(path.sample, path.labelset, path.version), (row) =>
        tree(labelVersionJson(row)),
      ),
    restore: ({ headers, path, payload }) =>
      Effect.map(service.restore(path.sample, path.labelset, payload.version, ifMatch(headers)), (view) =>
        shown(view),
      ),
  })
})

const shown = ({ context, label }: LabelView, status = 200): Reply =>
  tree(labelJson(label, context), { status, etag: label.version })

/** The status of a label has another name here than in the engine. */
const inWireNames = <E>(error: E): E | InvalidInput =>
  error instanceof InvalidInput
    ? new InvalidInput({
        errors: error.errors.map((violation) =>
          violation.pointer === "/status" ? { ...violation, pointer: "/label_status" } : violation,
        ),
      })
    : error

const inputOf = ({ label_status, ...rest }: typeof LabelChange.Type): LabelInput => ({
  ...rest,
  status: label_status,
})

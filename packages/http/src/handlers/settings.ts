/** Configuration, collaborators, labeling guide and labelsets of a dataset. */
import {
  Collaborators,
  type ConfigurationHistoryEntry,
  type ConfigurationPreview,
  Configurations,
  type ConfigurationView,
  type GuideAcknowledgement,
  Guides,
  type GuideView,
  type JsonTree,
  Labelsets,
  Pauses,
  Raw,
  toCollaboratorJson,
  toJobJson,
  toJsonText,
  toLabelsetJson,
  toPauseJson,
  type Violation,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { PausesApi } from "../api/groups/pauses.ts"
import type { CollaboratorsApi, ConfigurationApi, GuideApi, LabelsetsApi } from "../api/groups/settings.ts"
import type { ConfigurationMigration } from "../api/payloads/dataset.ts"
import { noContent } from "../transport/reply/reply.ts"
import { replyCreated, replyJson, replyList, replyPageBefore } from "./answers.ts"
import { group, toDatasetRef } from "./group.ts"

export const configuration = Effect.gen(function* () {
  const service = yield* Configurations
  return group<typeof ConfigurationApi>({
    get: ({ path }) =>
      Effect.map(service.get(toDatasetRef(path)), (view) => replyJson(toConfigurationJson(view))),
    put: ({ path, payload }) =>
      Effect.map(service.put(toDatasetRef(path), payload.configuration, payload.config_version), (view) =>
        replyJson(toConfigurationJson(view)),
      ),
    history: ({ path, url, urlParams: { before, per_page: limit } }) =>
      Effect.map(service.history(toDatasetRef(path), { before, limit }), (rows) =>
        replyPageBefore(rows, toHistoryJson, {
          id: ({ number }) => String(number),
          limit,
          pathname: url.pathname,
        }),
      ),
    version: ({ path }) =>
      Effect.map(service.version(toDatasetRef(path), path.number), (version) =>
        replyJson({ ...toHistoryJson(version), configuration: new Raw(version.configuration) }),
      ),
    preview: ({ path, payload }) =>
      Effect.map(service.preview(toDatasetRef(path), toMigration(payload)), (found) =>
        replyJson(toPreviewJson(found)),
      ),
    apply: ({ path, payload }) =>
      Effect.map(service.apply(toDatasetRef(path), toMigration(payload)), (job) =>
        replyJson(toJobJson(job), { status: 202 }),
      ),
    validate: ({ payload }) =>
      Effect.map(service.validate(payload.configuration), ({ advice }) =>
        replyJson({ advice: advice.map(toAdviceJson) }),
      ),
  })
})

const toMigration = ({ actions, config_version, configuration }: typeof ConfigurationMigration.Type) => ({
  configuration,
  configVersion: config_version,
  actions,
})

const toPreviewJson = ({ affected, effects, labels }: ConfigurationPreview): JsonTree => ({
  labels,
  affected,
  effects: effects.map((effect) => ({
    action: effect.action,
    kind: effect.kind,
    scope: effect.scope,
    category_id: effect.categoryId,
    attribute: effect.attribute,
    value: new Raw(toJsonText(effect.value)),
    labels: effect.labels,
    annotations: effect.annotations,
    examples: effect.examples.map(({ labelset, sampleId }) => ({ sample_uuid: sampleId, labelset })),
  })),
})

const toConfigurationJson = ({
  advice,
  configuration: text,
  configVersion,
}: ConfigurationView): JsonTree => ({
  configuration: new Raw(text),
  config_version: configVersion,
  advice: advice.map(toAdviceJson),
})

const toHistoryJson = ({ at, by, number }: ConfigurationHistoryEntry) => ({
  config_version: number,
  created_at: at,
  created_by: by,
})

const toAdviceJson = ({ message, pointer }: Violation): JsonTree => ({ pointer, message })

export const collaborators = Effect.gen(function* () {
  const service = yield* Collaborators
  return group<typeof CollaboratorsApi>({
    list: ({ path }) =>
      Effect.map(service.list(toDatasetRef(path)), (found) => replyList(found, toCollaboratorJson)),
    add: ({ path, payload }) =>
      Effect.map(service.add(toDatasetRef(path), payload), (found) =>
        replyCreated(toCollaboratorJson(found)),
      ),
    join: ({ path, payload }) =>
      Effect.map(service.join(toDatasetRef(path), payload.role), (found) =>
        replyJson(toCollaboratorJson(found)),
      ),
    get: ({ path }) =>
      Effect.map(service.get(toDatasetRef(path), path.username), (found) =>
        replyJson(toCollaboratorJson(found)),
      ),
    change: ({ path, payload }) =>
      Effect.map(service.setRole(toDatasetRef(path), path.username, payload.role), (found) =>
        replyJson(toCollaboratorJson(found)),
      ),
    remove: ({ path }) => Effect.as(service.remove(toDatasetRef(path), path.username), noContent),
  })
})

export const pauses = Effect.gen(function* () {
  const service = yield* Pauses
  return group<typeof PausesApi>({
    list: ({ path }) => Effect.map(service.list(toDatasetRef(path)), (all) => replyList(all, toPauseJson)),
    pause: ({ path, payload }) =>
      Effect.map(service.pause(toDatasetRef(path), path.username, payload.reason), (pause) =>
        replyJson(toPauseJson(pause)),
      ),
    resume: ({ path }) => Effect.as(service.resume(toDatasetRef(path), path.username), noContent),
  })
})

export const guide = Effect.gen(function* () {
  const service = yield* Guides
  return group<typeof GuideApi>({
    get: ({ path }) => Effect.map(service.get(toDatasetRef(path)), (view) => replyJson(toGuideJson(view))),
    acknowledge: ({ path, payload }) =>
      Effect.map(service.acknowledge(toDatasetRef(path), payload.version), (view) =>
        replyJson(toGuideJson(view)),
      ),
    listAcknowledgements: ({ path }) =>
      Effect.map(service.listAcknowledgements(toDatasetRef(path)), (all) =>
        replyList(all, toAcknowledgementJson),
      ),
  })
})

const toGuideJson = ({ acknowledgedAt, guide: text, version }: GuideView): JsonTree => ({
  guide: text,
  version,
  acknowledged_at: acknowledgedAt,
})

const toAcknowledgementJson = ({ at, user, version }: GuideAcknowledgement): JsonTree => ({
  user,
  version,
  acknowledged_at: at,
})

export const labelsets = Effect.gen(function* () {
  const service = yield* Labelsets
  return group<typeof LabelsetsApi>({
    list: ({ path }) =>
      Effect.map(service.list(toDatasetRef(path)), (found) => replyList(found, toLabelsetJson)),
    create: ({ path, payload }) =>
      Effect.map(service.create(toDatasetRef(path), payload), (labelset) =>
        replyCreated(toLabelsetJson(labelset)),
      ),
    get: ({ path }) =>
      Effect.map(service.get(toDatasetRef(path), path.labelset), (labelset) =>
        replyJson(toLabelsetJson(labelset)),
      ),
    update: ({ path, payload }) =>
      Effect.map(service.update(toDatasetRef(path), path.labelset, payload), (labelset) =>
        replyJson(toLabelsetJson(labelset)),
      ),
    remove: ({ path }) => Effect.as(service.remove(toDatasetRef(path), path.labelset), noContent),
  })
})

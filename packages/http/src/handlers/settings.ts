/** Configuration, collaborators and labelsets of a dataset. */
import {
  Collaborators,
  type ConfigurationHistoryEntry,
  type ConfigurationPreview,
  Configurations,
  type ConfigurationView,
  collaboratorJson,
  type JsonTree,
  jobJson,
  jsonText,
  Labelsets,
  labelsetJson,
  Raw,
  type Violation,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { CollaboratorsApi, ConfigurationApi, LabelsetsApi } from "../api/groups/settings.ts"
import type { ConfigurationMigration } from "../api/payloads/dataset.ts"
import { noContent } from "../transport/reply/reply.ts"
import { created, list, pageBefore, tree } from "./answers.ts"
import { datasetRef, group } from "./group.ts"

export const configuration = Effect.gen(function* () {
  const service = yield* Configurations
  return group<typeof ConfigurationApi>({
    get: ({ path }) => Effect.map(service.get(datasetRef(path)), (view) => tree(configurationJson(view))),
    put: ({ path, payload }) =>
      Effect.map(service.put(datasetRef(path), payload.configuration, payload.config_version), (view) =>
        tree(configurationJson(view)),
      ),
    history: ({ path, url, urlParams: { before, per_page: limit } }) =>
      Effect.map(service.history(datasetRef(path), { before, limit }), (rows) =>
        pageBefore(rows, historyJson, { id: ({ number }) => String(number), limit, pathname: url.pathname }),
      ),
    version: ({ path }) =>
      Effect.map(service.version(datasetRef(path), path.number), (version) =>
        tree({ ...historyJson(version), configuration: new Raw(version.configuration) }),
      ),
    preview: ({ path, payload }) =>
      Effect.map(service.preview(datasetRef(path), changeOf(payload)), (found) => tree(previewJson(found))),
    apply: ({ path, payload }) =>
      Effect.map(service.apply(datasetRef(path), changeOf(payload)), (job) =>
        tree(jobJson(job), { status: 202 }),
      ),
    validate: ({ payload }) =>
      Effect.map(service.validate(payload.configuration), ({ advice }) =>
        tree({ advice: advice.map(adviceJson) }),
      ),
  })
})

const changeOf = ({ actions, config_version, configuration }: typeof ConfigurationMigration.Type) => ({
  configuration,
  configVersion: config_version,
  actions,
})

const previewJson = ({ affected, effects, labels }: ConfigurationPreview): JsonTree => ({
  labels,
  affected,
  effects: effects.map((effect) => ({
    action: effect.action,
    kind: effect.kind,
    scope: effect.scope,
    category_id: effect.categoryId,
    attribute: effect.attribute,
    value: new Raw(jsonText(effect.value)),
    labels: effect.labels,
    annotations: effect.annotations,
    examples: effect.examples.map(({ labelset, sampleId }) => ({ sample_uuid: sampleId, labelset })),
  })),
})

const configurationJson = ({ advice, configuration: text, configVersion }: ConfigurationView): JsonTree => ({
  configuration: new Raw(text),
  config_version: configVersion,
  advice: advice.map(adviceJson),
})

const historyJson = ({ at, by, number }: ConfigurationHistoryEntry) => ({
  config_version: number,
  created_at: at,
  created_by: by,
})

const adviceJson = ({ message, pointer }: Violation): JsonTree => ({ pointer, message })

export const collaborators = Effect.gen(function* () {
  const service = yield* Collaborators
  return group<typeof CollaboratorsApi>({
    list: ({ path }) => Effect.map(service.list(datasetRef(path)), (found) => list(found, collaboratorJson)),
    add: ({ path, payload }) =>
      Effect.map(service.add(datasetRef(path), payload), (found) => created(collaboratorJson(found))),
    join: ({ path, payload }) =>
      Effect.map(service.join(datasetRef(path), payload.role), (found) => tree(collaboratorJson(found))),
    get: ({ path }) =>
      Effect.map(service.get(datasetRef(path), path.username), (found) => tree(collaboratorJson(found))),
    change: ({ path, payload }) =>
      Effect.map(service.setRole(datasetRef(path), path.username, payload.role), (found) =>
        tree(collaboratorJson(found)),
      ),
    remove: ({ path }) => Effect.as(service.remove(datasetRef(path), path.username), noContent),
  })
})

export const labelsets = Effect.gen(function* () {
  const service = yield* Labelsets
  return group<typeof LabelsetsApi>({
    list: ({ path }) => Effect.map(service.list(datasetRef(path)), (found) => list(found, labelsetJson)),
    create: ({ path, payload }) =>
      Effect.map(service.create(datasetRef(path), payload), (labelset) => created(labelsetJson(labelset))),
    get: ({ path }) =>
      Effect.map(service.get(datasetRef(path), path.labelset), (labelset) => tree(labelsetJson(labelset))),
    update: ({ path, payload }) =>
      Effect.map(service.update(datasetRef(path), path.labelset, payload), (labelset) =>
        tree(labelsetJson(labelset)),
      ),
    remove: ({ path }) => Effect.as(service.remove(datasetRef(path), path.labelset), noContent),
  })
})

/** A dataset with models, which label its new samples before people do. */
import { addPerson, instant } from "@annotary/storage-contract"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { UserStore } from "../../src/access/UserStore.ts"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import { type ClaimId, generateId, VersionId } from "../../src/domain/Ids.ts"
import { Username } from "../../src/domain/Names.ts"
import { type DeclineInput, Predictions, type PrelabelInput } from "../../src/queue/Predictions.ts"
import { as, body, streets, world } from "./world.ts"

const addVersion = (model: Username, name: string) =>
  Effect.flatMap(UserStore, (users) =>
    users.insertModelVersion({ model, name, note: "", createdAt: instant, createdBy: null }),
  )

/** `ann/streets` with the models `net` and `net2` of `acme`. */
export const worldOfModels = (settings: Partial<DatasetSettings> = {}) =>
  Effect.gen(function* () {
    const made = yield* world({ enablePrelabeling: true, ...settings })
    const datasets = yield* DatasetStore
    for (const name of ["net", "net2"]) {
      const model = yield* addPerson(name, { modelOf: Username.make("acme") })
      yield* datasets.addCollaborator(made.dataset.id, model, "model")
      for (const version of ["v1", "v2"]) yield* addVersion(model, version)
    }
    return made
  })

/** Changes the settings of the dataset without its service. */
export const changeSettings = (settings: Partial<DatasetSettings>) =>
  Effect.gen(function* () {
    const datasets = yield* DatasetStore
    const { dataset } = yield* Effect.flatMap(datasets.access(streets, null), (access) => access)
    const changed = { ...dataset, settings: { ...dataset.settings, ...settings } }
    yield* datasets.update({ ...changed, version: yield* generateId(VersionId) }, dataset.version)
  })

/** Answers a claim with a label. */
export const prelabel = (
  name: string,
  { id }: { readonly id: ClaimId },
  input: Partial<PrelabelInput> = {},
) =>
  Effect.flatMap(Predictions, (predictions) =>
    predictions.prelabel(id, { modelVersion: "v1", attributes: body(7), ...input }),
  ).pipe(as(name))

/** Answers a claim with the reason why there is no label. */
export const decline = (name: string, { id }: { readonly id: ClaimId }, input: Partial<DeclineInput> = {}) =>
  Effect.flatMap(Predictions, (predictions) =>
    predictions.decline(id, { modelVersion: "v1", reason: "too dark", ...input }),
  ).pipe(as(name))

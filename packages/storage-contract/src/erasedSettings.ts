/** ErasureStore: settings of datasets that name the person. */
import { DatasetStore, ErasureStore, Username } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { names } from "./erasure.ts"
import { addDataset, addOrganization } from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

export const erasedSettings = makeSuite("ErasureStore, settings", {
  "replaces a name in the list of people whose labels are always reviewed": Effect.gen(function* () {
    const store = yield* ErasureStore
    const datasets = yield* DatasetStore
    const acme = yield* addOrganization("acme")
    const dataset = yield* addDataset(acme)
    const reviewPeople = [Username.make("ada"), names.from, Username.make(`${names.from}2`)]
    yield* datasets.update({ ...dataset, settings: { ...dataset.settings, reviewPeople } }, dataset.version)
    assert.strictEqual(yield* store.rename(names, dataset.id), 1)
    const { settings } = Option.getOrThrow(
      yield* datasets.access({ _tag: "Id", id: dataset.id }, null),
    ).dataset
    assert.deepStrictEqual(settings, {
      ...dataset.settings,
      reviewPeople: [Username.make("ada"), names.to, Username.make(`${names.from}2`)],
    })
    assert.strictEqual(yield* store.rename(names, dataset.id), 0)
  }),
})

/** Storages in memory that begin with the contents of another one. */
import { Effect, HashMap, Layer, Ref } from "effect"
import type { Storage, WebhookStorage } from "../engine/Storage.ts"
import { StorageFailure } from "../storage/StorageFailure.ts"
import type { Files } from "./blobStore.ts"
import { type Database, makeDatabaseFrom } from "./Database.ts"
import { makeLayer } from "./layer.ts"
import { emptyState, type State } from "./State.ts"

type StorageLayer = Layer.Layer<Storage | WebhookStorage>

/** The parts of a storage that hold something. */
interface Holders {
  readonly database: Database
  readonly files: Ref.Ref<Files>
}

interface Contents {
  readonly state: State
  readonly files: Files
}

/** By the layer of which they were built last. */
const holders = new WeakMap<StorageLayer, Holders>()

/** A layer of every port. Each build begins with what `original` holds at that moment, or with nothing. */
export const makeCopyable = (original?: StorageLayer): StorageLayer => {
  const contents = original === undefined ? Effect.succeed(noContents) : readContents(original)
  const layer: StorageLayer = Layer.unwrapEffect(
    Effect.gen(function* () {
      const { files, state } = yield* contents
      const built = { database: yield* makeDatabaseFrom(state), files: yield* Ref.make(files) }
      holders.set(layer, built)
      return makeLayer(Effect.succeed(built.database), Effect.succeed(built.files))
    }),
  )
  return layer
}

const noContents: Contents = { state: emptyState, files: HashMap.empty() }

const readContents = (layer: StorageLayer): Effect.Effect<Contents> =>
  Effect.suspend(() => {
    const original = holders.get(layer)
    if (original === undefined) return Effect.die(notOpened)
    return Effect.all({ state: original.database.read((state) => state), files: Ref.get(original.files) })
  })

const notOpened = new StorageFailure({
  operation: "memory",
  transient: false,
  cause: "The storage to copy was not opened by an engine, or was not made by memory().",
})

/** The entry point of the in-memory storage, for tests and trials. It is the reference implementation of the ports. */
import { Layer } from "effect"
import type { Storage, WebhookStorage } from "./engine/Storage.ts"
import { makeCopyable } from "./memory/copies.ts"
import { makeLayer } from "./memory/layer.ts"
import type { BlobStore } from "./storage/BlobStore.ts"

/** Every port of storage over one database in memory. Each build of the layer creates a separate database. */
export const layerMemory: Layer.Layer<Storage | WebhookStorage> = makeLayer()

/** Options of the storage in memory. */
export interface MemoryOptions {
  /** Stores files of releases and assets. By default in memory. */
  readonly blobs?: Layer.Layer<BlobStore>
  /**
   * Another storage of `memory()`, without `blobs`, that an engine has opened. The new one begins with what it holds, and no change of
   * either shows in the other: tests prepare their data once, and each begins with a copy, which costs nothing.
   */
  readonly copyOf?: Layer.Layer<Storage | WebhookStorage>
}

/** A new database in memory, for `createEngine({ storage: memory() })`. */
export const memory = ({ blobs, copyOf }: MemoryOptions = {}): Layer.Layer<Storage | WebhookStorage> => {
  const layer = makeCopyable(copyOf)
  return blobs === undefined ? layer : Layer.merge(layer, blobs)
}

/** The entry point of the in-memory storage, for tests and trials. It is the reference implementation of the ports. */
import type { Layer } from "effect"
import { makeLayer } from "./storage/memory/layer.ts"
import type { Storage, WebhookStorage } from "./storage/Storage.ts"

/** Every port of storage over one database in memory. Each build of the layer creates a separate database. */
export const layerMemory: Layer.Layer<Storage | WebhookStorage> = makeLayer()

/** A new database in memory, for `createEngine({ storage: memory() })`. */
export const memory = (): Layer.Layer<Storage | WebhookStorage> => makeLayer()

/** The door to the in-memory storage: for tests, for trying things out, and as the executable meaning of the ports. */
import type { Layer } from "effect"
import type { MemoryExtensions } from "./storage/memory/extensions.ts"
import { makeLayer } from "./storage/memory/layer.ts"
import type { Storage } from "./storage/Storage.ts"

export { MemoryExtensions, type MemorySlot } from "./storage/memory/extensions.ts"

/** Every port of storage over one database in memory. Each place that builds the layer gets a database of its own. */
export const layerMemory: Layer.Layer<Storage> = makeLayer()

/** A new database in memory, for `createEngine({ storage: memory() })`. */
export const memory = (): Layer.Layer<Storage> => makeLayer()

/** The same, for packages that keep something of their own in it. */
export const extensibleMemory = (): Layer.Layer<Storage | MemoryExtensions> => makeLayer()

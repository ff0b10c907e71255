/** Services share their dependencies by reference. One that is built twice would have two caches, and one of them would be stale. */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"
import { createEngine, type Engine } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { type Context, Effect, Layer } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { IdentityCache } from "../../src/access/IdentityCache.ts"

/** Services with state of their own: caches, counters, registrations, signals and locks. */
const stateful = [
  "ArchivedEndpoints",
  "AssetRemoval",
  "BucketUrls",
  "IdentityCache",
  "LabelsetFinder",
  "PictureMeasurer",
  "QuotaCounter",
  "RequestQuota",
  "SigningKeys",
  "StatementKeys",
  "Workload",
]

/** A layer that builds one service by an effect, as `Effect.Service` makes it. */
interface ServiceLayer {
  effect: Effect.Effect<Context.Context<never>>
}

const sources = fileURLToPath(new URL("../../src", import.meta.url))

/** The layers of all services of core, by the name of the service. */
const findServiceLayers = async (): Promise<ReadonlyMap<string, ServiceLayer>> => {
  const layers = new Map<string, ServiceLayer>()
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  )
  for (const file of files) {
    if (!readFileSync(`${sources}/${file}`, "utf8").includes("extends Effect.Service<")) continue
    const exported: object = await import(pathToFileURL(`${sources}/${file}`).href)
    for (const [name, value] of Object.entries(exported)) {
      const layer: unknown = value?.Default
      if (Layer.isLayer(layer)) layers.set(name, layer as unknown as ServiceLayer)
    }
  }
  return layers
}

const counts = new Map<string, number>()
let restore = () => {}

beforeAll(async () => {
  const layers = await findServiceLayers()
  const originals = new Map([...layers].map(([name, { effect }]) => [name, effect]))
  for (const [name, layer] of layers) {
    const count = Effect.sync(() => counts.set(name, (counts.get(name) ?? 0) + 1))
    layer.effect = Effect.zipLeft(layer.effect, count)
  }
  restore = () => {
    for (const [name, layer] of layers) layer.effect = originals.get(name) ?? layer.effect
  }
})

afterAll(() => restore())

const countConstructions = async (start: () => Promise<Engine>): Promise<ReadonlyMap<string, number>> => {
  counts.clear()
  const engine = await start()
  await engine.close()
  return new Map(counts)
}

const startEngine = () => createEngine({ storage: memory() })

describe("an engine", () => {
  it("builds each of its services once, background work included", async () => {
    const built = await countConstructions(startEngine)
    assert.deepStrictEqual(
      [...built].filter(([, times]) => times !== 1),
      [],
    )
    assert.includeMembers([...built.keys()], stateful)
    assert.includeMembers([...built.keys()], ["JobWorker", "Maintenance"])
  })

  it("has services of its own, which no other engine shares", async () => {
    const built = await countConstructions(async () => {
      await (await startEngine()).close()
      return startEngine()
    })
    for (const name of stateful) assert.strictEqual(built.get(name), 2, name)
  })

  it("is counted with each layer that builds a service anew", async () => {
    const rebuilt = Layer.fresh(IdentityCache.Default)
    const authenticator = Layer.provide(Layer.effectDiscard(IdentityCache), rebuilt)
    const built = await countConstructions(() =>
      createEngine({
        storage: memory(),
        extensions: [{ services: authenticator, expose: () => ({}) }],
      }),
    )
    assert.strictEqual(built.get("IdentityCache"), 2)
  })
})

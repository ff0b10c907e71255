/** F1: a backlog of webhooks that one process delivers from Postgres, against graphile-worker and a loop that only sends. */
import { createEngine, toJsonText } from "@annotary/core"
import { defaultSettings, EngineSettings, SigningKeys } from "@annotary/core/effect"
import { postgres } from "@annotary/storage-postgres"
import { layer, type PoolOptions } from "@annotary/storage-postgres/effect"
import { webhooks } from "@annotary/webhooks"
import {
  type DispatchSettings,
  defaultDispatch,
  layerDispatcher,
  makeAddressPolicy,
  makeSender,
  makeSystemResolver,
  Sealer,
} from "@annotary/webhooks/dispatcher"
import { Effect, Layer, ManagedRuntime } from "effect"
import { startPostgres } from "./harness/postgres.ts"
import { startReceiver } from "./harness/receiver.ts"
import type { Benchmark } from "./harness/stage.ts"
import { fillGraphile } from "./peers/graphile.ts"
import { postLoop, startGraphileSender } from "./peers/senders.ts"

/** More than all rounds deliver. */
const backlog = 150_000
const millis = 900
const allow = ["127.0.0.1/32"]
const wide = { claim: 200, ahead: defaultDispatch.capacity, inFlight: 32 }

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const receiver = await startReceiver(stage)
  const place = { url, schema: "ours" }
  await writeEvents(place, receiver.url)
  await fillGraphile(url, backlog, eventLike)
  const measureOurs = (settings: Partial<DispatchSettings>) => () =>
    receiver.rate(millis, () => startDispatcher(place, settings))
  const graphile = (ahead?: number) => () =>
    receiver.rate(millis, () =>
      startGraphileSender({
        url,
        receiver: receiver.url,
        inFlight: wide.inFlight,
        ...(ahead === undefined ? {} : { ahead }),
      }),
    )
  const measurePosts = (inFlight: number) => () =>
    receiver.rate(millis, () => postLoop(receiver.url, inFlight, Buffer.from(JSON.stringify(eventLike))))
  const packages = ["@annotary/webhooks", "@annotary/storage-postgres", "undici"]
  const withGraphile = [...packages, "graphile-worker"]
  await stage.compare({
    metric: "F1 deliveries, 200 claimed, 32 in flight, peer graphile-worker (deliveries/s)",
    target: { of: "ratio", atLeast: 4 },
    packages: withGraphile,
    ours: measureOurs(wide),
    peer: graphile(),
  })
  await stage.compare({
    metric: "F1 deliveries, 200 claimed, 32 in flight, peer graphile-worker with localQueue (deliveries/s)",
    target: { of: "ratio", atLeast: 1.5 },
    packages: withGraphile,
    ours: measureOurs(wide),
    peer: graphile(wide.claim),
  })
  for (const [name, settings] of [
    ["200 claimed, 32 in flight", wide],
    ["default settings", {}],
  ] as const)
    await stage.compare({
      metric: `F1 deliveries, ${name}, peer only sends (deliveries/s)`,
      target: { of: "ratio", atLeast: 0.4 },
      packages,
      ours: measureOurs(settings),
      peer: measurePosts({ ...defaultDispatch, ...settings }.inFlight),
    })
}

/** About as long as a real payload. */
const eventLike = {
  id: "01a1f9ba-42ec-7003-afa4-000000000001",
  type: "sample.created",
  data: { padding: "x".repeat(600) },
}

/** Writes the events with their deliveries. */
const writeEvents = async (place: PoolOptions, receiver: string): Promise<void> => {
  const owner = "owner"
  const engine = await createEngine({
    storage: postgres(place),
    extensions: [webhooks({ allow })],
    worker: false,
  })
  await engine.users.create({ username: owner })
  const me = engine.as(owner)
  await me.datasets.create({ name: "bench", category: "other", taskType: "vector" })
  await me.users.setWebhooks(true)
  await engine.webhooks.as(owner).endpoints.create({ url: receiver })
  const attributes = toJsonText({ image: { url: `https://images.example/${"x".repeat(500)}.jpg` } })
  const batchSize = 10_000
  for (let from = 0; from < backlog; from += batchSize)
    await me.samples.createMany(
      { _tag: "Name", owner, name: "bench" },
      Array.from({ length: batchSize }, (_, i) => ({ name: `frame-${from + i}`, attributes })),
    )
  await engine.close()
}

/** Delivers until it is stopped. */
const startDispatcher = async (place: PoolOptions, settings: Partial<DispatchSettings>) => {
  const policy = makeAddressPolicy({ allow })
  const dispatching = Layer.unwrapEffect(
    Effect.map(
      makeSender({
        policy,
        resolver: makeSystemResolver(policy),
        limits: defaultDispatch.limits,
        userAgent: "annotary",
      }),
      (sender) => layerDispatcher({ sender, worker: "bench", settings }),
    ),
  )
  const runtime = ManagedRuntime.make(
    dispatching.pipe(
      Layer.provide(Sealer.Default),
      Layer.provide(SigningKeys.Default),
      Layer.provide(Layer.succeed(EngineSettings, defaultSettings)),
      Layer.provide(layer(place)),
      Layer.merge(Layer.setTracerEnabled(false)),
      Layer.orDie,
    ),
  )
  await runtime.runPromise(Effect.void)
  return () => runtime.dispose()
}

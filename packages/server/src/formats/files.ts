/** Files of samples for formats. */
import { Assets, SampleFiles } from "@annotary/core/effect"
import { Effect, Runtime, Stream } from "effect"

/** Opens the files of a dataset as the server does: assets, objects in buckets, and URLs of hosts that the settings name. */
export const makeFileOpener = Effect.fnUntraced(function* (owner: string) {
  const files = yield* SampleFiles
  const runtime = yield* Effect.runtime<never>()
  return (url: string): Promise<AsyncIterable<Uint8Array> | null> =>
    Runtime.runPromise(runtime)(files.open(owner, url))
})

/** Saves a file as an asset and returns its URL. */
export const assetSaver = Effect.gen(function* () {
  const assets = yield* Assets
  const runtime = yield* Effect.runtime<Effect.Effect.Context<ReturnType<typeof assets.save>>>()
  return (filename: string, content: AsyncIterable<Uint8Array>): Promise<string> =>
    Runtime.runPromise(runtime)(
      assets.save(filename, Stream.orDie(Stream.fromAsyncIterable(content, (cause) => cause))),
    )
})

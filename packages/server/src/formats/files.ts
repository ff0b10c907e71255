/** Files of samples for formats: assets of this server, and URLs. */
import { Assets } from "@annotary/core/effect"
import { Effect, Runtime, Stream } from "effect"

/** Opens an asset of this server by its URL; null for other URLs. */
export const assetOpener = Effect.gen(function* () {
  const assets = yield* Assets
  const runtime = yield* Effect.runtime<never>()
  return async (url: string): Promise<AsyncIterable<Uint8Array> | null> => {
    const own = await Runtime.runPromise(runtime)(assets.ofUrl(url))
    return own && Stream.toAsyncIterableRuntime(own.stream(), runtime)
  }
})

/** Opens the file of a URL: an asset of this server, or a file that another server sends. Null when there is none. */
export const urlOpener = Effect.gen(function* () {
  const openAsset = yield* assetOpener
  return async (url: string): Promise<AsyncIterable<Uint8Array> | null> => {
    const own = await openAsset(url)
    if (own !== null) return own
    return /^https?:\/\//.test(url) ? await fetched(url) : null
  }
})

const limitMillis = 60_000

const fetched = async (url: string): Promise<AsyncIterable<Uint8Array> | null> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(limitMillis) }).catch(() => null)
  return response?.ok === true && response.body !== null ? response.body : null
}

/** Saves a file as an asset and returns its URL. */
export const assetSaver = Effect.gen(function* () {
  const assets = yield* Assets
  const runtime = yield* Effect.runtime<Effect.Effect.Context<ReturnType<typeof assets.save>>>()
  return (filename: string, content: AsyncIterable<Uint8Array>): Promise<string> =>
    Runtime.runPromise(runtime)(
      assets.save(filename, Stream.orDie(Stream.fromAsyncIterable(content, (cause) => cause))),
    )
})

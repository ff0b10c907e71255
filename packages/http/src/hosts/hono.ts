/**
 * The API as a middleware for Hono: `app.use("/annotary/*", annotary(engine, { basePath: "/annotary" }))`. What is not ours goes
 * on to the next handler.
 */
import { fetchHandler, type HostedEngine, type HostOptions } from "../web.ts"

/** What we need of Hono's context, so that its types are not needed to have ours. */
interface Context {
  readonly req: {
    readonly raw: Request
    /** What of the body has been read, in the forms in which that was asked for. */
    readonly bodyCache: Readonly<Record<string, unknown>>
  }
}

/** A middleware for `app.use`. */
export type HonoMiddleware = (context: Context, next: () => Promise<void>) => Promise<Response | undefined>

/** Makes the API of an engine into a middleware for Hono. */
export const annotary = (engine: HostedEngine, options: HostOptions = {}): HonoMiddleware => {
  const handle = fetchHandler(engine, options)
  return async (context, next) => {
    const { bodyCache, raw } = context.req
    const body = raw.bodyUsed ? await bytesIn(bodyCache) : undefined
    const answer = await handle(raw, { source: context, body })
    if (answer === undefined) await next()
    return answer
  }
}

const bytesIn = async (cache: Readonly<Record<string, unknown>>): Promise<Uint8Array | undefined> => {
  const bytes: unknown = await cache.arrayBuffer
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes)
  const text: unknown = await cache.text
  return typeof text === "string" ? new TextEncoder().encode(text) : undefined
}

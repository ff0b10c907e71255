/**
 * The API as middleware for Hono: `app.use("/annotary/*", annotary(engine, { basePath: "/annotary" }))`. Other addresses
 * go to the next handler.
 */
import { fetchHandler, type HostedEngine, type HostOptions } from "../web.ts"

/** The used part of Hono's context, so that the package does not depend on its types. */
interface Context {
  readonly req: {
    readonly raw: Request
    /** The parts of the body that were read already, by format. */
    readonly bodyCache: Readonly<Record<string, unknown>>
  }
}

/** A middleware for `app.use`. */
export type HonoMiddleware = (context: Context, next: () => Promise<void>) => Promise<Response | undefined>

/** Returns a middleware for Hono that serves the API of an engine. */
export const annotary = (engine: HostedEngine, options: HostOptions = {}): HonoMiddleware => {
  const handle = fetchHandler(engine, options)
  return async (context, next) => {
    const { bodyCache, raw } = context.req
    const body = raw.bodyUsed ? await readCachedBytes(bodyCache) : undefined
    const answer = await handle(raw, { source: context, body })
    if (answer === undefined) await next()
    return answer
  }
}

const readCachedBytes = async (cache: Readonly<Record<string, unknown>>): Promise<Uint8Array | undefined> => {
  const bytes: unknown = await cache.arrayBuffer
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes)
  const text: unknown = await cache.text
  return typeof text === "string" ? new TextEncoder().encode(text) : undefined
}

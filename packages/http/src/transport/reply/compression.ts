/**
 * Decides whether a response is compressed: gzip, for text of some size, if the client accepts it and the response is not
 * partial.
 */
import { constants, createGzip, gzip } from "node:zlib"
import { Effect } from "effect"
import type { Incoming } from "../exchange/incoming.ts"
import type { Outlet } from "../exchange/responder.ts"
import type { TransportSettings } from "../settings.ts"

/** Whether this response would be compressed for a client that accepts gzip: then caches must vary by the header. */
export const isCompressible = (
  headers: Readonly<Record<string, string>>,
  bytes: number | undefined,
  { enabled, thresholdBytes }: TransportSettings["compression"],
): boolean => {
  if (!enabled || (bytes !== undefined && bytes < thresholdBytes)) return false
  let textual = false
  for (const name of Object.keys(headers)) {
    const lower = name.toLowerCase()
    if (asIs.has(lower)) return false
    if (lower === "content-type") textual = isText.test(headers[name] ?? "")
  }
  return textual
}

/** Headers that describe the exact bytes. */
const asIs: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-length",
  "content-range",
  "accept-ranges",
])

const isText = /^(application\/(json|x-ndjson|[\w.]+\+json)|text\/)/

/** Whether the client accepts gzip. */
export const canSendGzip = ({ header }: Incoming): boolean =>
  header("range") === undefined && isGzipAccepted(header("accept-encoding"))

/** Whether an Accept-Encoding header contains gzip with a non-zero quality. */
export const isGzipAccepted = (accepted: string | undefined): boolean =>
  accepted !== undefined && /(^|,)\s*gzip\s*(;\s*q=(1|0?\.\d*[1-9]))?[\d.]*\s*(,|$)/i.test(accepted)

/** Compresses a whole body on another thread. */
export const compressGzip = (body: string | Uint8Array, level: number): Effect.Effect<Uint8Array> =>
  Effect.async((resume) => {
    gzip(body, { level }, (error, bytes) =>
      resume(error === null ? Effect.succeed(bytes) : Effect.die(error)),
    )
  })

/** An outlet that compresses its chunks. A live one flushes every chunk. */
export const makeGzipOutlet = (outlet: Outlet, level: number, live: boolean): Outlet => {
  const gzipper = createGzip({ level })
  let ready: Array<Uint8Array> = []
  gzipper.on("data", (bytes: Buffer) => ready.push(bytes))
  const drain = Effect.suspend(() => {
    const pieces = ready
    ready = []
    return Effect.forEach(pieces, outlet.write, { discard: true })
  })
  const feed = (chunk: string | Uint8Array) =>
    Effect.async<void>((resume) => {
      const resumeFeed = (): void => resume(Effect.void)
      if (!live) return void gzipper.write(chunk, resumeFeed)
      gzipper.write(chunk)
      gzipper.flush(constants.Z_SYNC_FLUSH, resumeFeed)
    })
  const finished = Effect.async<void>((resume) => {
    gzipper.once("end", () => resume(Effect.void))
    gzipper.end()
  })
  return {
    write: (chunk) => Effect.zipRight(feed(chunk), drain),
    end: finished.pipe(Effect.zipRight(drain), Effect.zipRight(outlet.end)),
    cut: () => {
      gzipper.destroy()
      outlet.cut()
    },
  }
}

/** When an answer is worth compressing, and how: gzip, for text of some size, if the caller asked and no part was cut. */
import { constants, createGzip, gzip } from "node:zlib"
import { Effect } from "effect"
import type { Incoming } from "../exchange/incoming.ts"
import type { Outlet } from "../exchange/responder.ts"
import type { TransportSettings } from "../settings.ts"

/** Whether this answer would be compressed for somebody who asks: then caches must know of the header. */
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

/** Headers that speak of the bytes as they are. */
const asIs: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-length",
  "content-range",
  "accept-ranges",
])

const isText = /^(application\/(json|x-ndjson|[\w.]+\+json)|text\/)/

/** Whether the caller takes gzip. */
export const wantsGzip = ({ header }: Incoming): boolean =>
  header("range") === undefined && acceptsGzip(header("accept-encoding"))

/** Whether an Accept-Encoding header names gzip, and not as unwanted. */
export const acceptsGzip = (accepted: string | undefined): boolean =>
  accepted !== undefined && /(^|,)\s*gzip\s*(;\s*q=(1|0?\.\d*[1-9]))?[\d.]*\s*(,|$)/i.test(accepted)

/** A whole body compressed, on another thread. */
export const gzipped = (body: string | Uint8Array, level: number): Effect.Effect<Uint8Array> =>
  Effect.async((resume) => {
    gzip(body, { level }, (error, bytes) =>
      resume(error === null ? Effect.succeed(bytes) : Effect.die(error)),
    )
  })

/** An outlet that compresses what passes through. A live one sends every piece on at once. */
export const gzipOutlet = (outlet: Outlet, level: number, live: boolean): Outlet => {
  const gzipper = createGzip({ level })
  let ready: Array<Uint8Array> = []
  gzipper.on("data", (bytes: Buffer) => ready.push(bytes))
  const drain = Effect.suspend(() => {
    const pieces = ready
    ready = []
    return Effect.forEach(pieces, outlet.write, { discard: true })
  })
  const fed = (chunk: string | Uint8Array) =>
    Effect.async<void>((resume) => {
      const done = (): void => resume(Effect.void)
      if (!live) return void gzipper.write(chunk, done)
      gzipper.write(chunk)
      gzipper.flush(constants.Z_SYNC_FLUSH, done)
    })
  const finished = Effect.async<void>((resume) => {
    gzipper.once("end", () => resume(Effect.void))
    gzipper.end()
  })
  return {
    write: (chunk) => Effect.zipRight(fed(chunk), drain),
    end: finished.pipe(Effect.zipRight(drain), Effect.zipRight(outlet.end)),
    cut: () => {
      gzipper.destroy()
      outlet.cut()
    },
  }
}

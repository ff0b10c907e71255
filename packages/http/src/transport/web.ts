/** The handler for every host with `Request` → `Response`: Next, Hono, Bun, Deno, tests. */
import { Effect } from "effect"
import { basePathOf, below, pathOf } from "./address/target.ts"
import { readLength } from "./body/announced.ts"
import { arrived, type BodySource, cutShort, noBody, taken } from "./body/source.ts"
import { type HeaderList, type Outlet, type Responder, type SentBody, whole } from "./exchange/responder.ts"
import type { HttpHandler } from "./handler.ts"
import { notFound } from "./problem/refusals.ts"

/** Above this many buffered bytes of a response, its stream waits for the reader. */
const highWaterMark = 64 * 1024

/** Where a host mounts the API. */
export interface WebOptions {
  /** The mount path, for example `/annotary`. By default the root. */
  readonly basePath?: string | undefined
}

/** Information from the host that a `Request` does not contain. */
export interface WebSource {
  /** Passed to an Authenticator; by default the request. */
  readonly source?: unknown
  /** The bytes of the body, when they were already read from the request. */
  readonly body?: Uint8Array | undefined
}

/** Handles every request. Other addresses get a 404. */
export const toWeb = (
  handler: HttpHandler,
  options: WebOptions = {},
): ((request: Request) => Promise<Response>) => {
  const base = basePathOf(options.basePath)
  return (request) =>
    new Promise((resolve) => {
      const target = below(base, targetOf(request.url))
      if (target !== undefined) return answer(handler, request, target, base, {}, resolve)
      handler.refuse(notFound, {
        send: (status, headers, body) =>
          resolve(new Response(asBody(body), { status, headers: pairs(headers) })),
      })
    })
}

/** Handles requests of the API. Returns undefined for other addresses, which the host handles. */
export const toFetch = (
  handler: HttpHandler,
  options: WebOptions = {},
): ((request: Request, known?: WebSource) => Promise<Response> | undefined) => {
  const base = basePathOf(options.basePath)
  return (request, known = {}) => {
    const target = below(base, targetOf(request.url))
    if (target === undefined || !handler.knows(pathOf(target))) return undefined
    return new Promise((resolve) => answer(handler, request, target, base, known, resolve))
  }
}

const answer = (
  handler: HttpHandler,
  request: Request,
  target: string,
  base: string,
  known: WebSource,
  resolve: (response: Response) => void,
): void => {
  if (request.signal.aborted) {
    resolve(left())
    return
  }
  let cancel = (): void => {}
  let cut = (): void => {}
  const abort = (): void => {
    cancel()
    cut()
    resolve(left())
  }
  const responder: Responder = {
    send: (status, headers, body) => {
      request.signal.removeEventListener("abort", abort)
      resolve(new Response(asBody(body), { status, headers: pairs(headers) }))
    },
    open: (status, headers) => {
      const { outlet, stream } = webOutlet(() => cancel())
      cut = outlet.cut
      resolve(new Response(stream, { status, headers: pairs(headers) }))
      return outlet
    },
  }
  cancel = handler.handle(
    {
      method: request.method,
      target,
      base,
      source: known.source ?? request,
      header: (name) =>
        request.headers.get(name) ?? (name === "host" ? new URL(request.url).host : undefined),
      body: known.body === undefined ? bodyOf(request) : keptBody(request, known.body),
    },
    responder,
  )
  request.signal.addEventListener("abort", abort, { once: true })
}

/** For a client that has left: hosts expect some response. */
const left = (): Response => new Response(null, { status: 499 })

/** Cast: the types of `Response` require unshared memory, and responses never use shared memory. */
const asBody = (body: SentBody | undefined): string | Uint8Array<ArrayBuffer> | null =>
  body === undefined ? null : (whole(body) as string | Uint8Array<ArrayBuffer>)

/** Path and query exactly as in the URL, not decoded. */
const targetOf = (url: string): string => {
  const path = url.indexOf("/", url.indexOf("//") + 2)
  return path < 0 ? "/" : url.slice(path)
}

const pairs = (headers: HeaderList): Array<[string, string]> => {
  const list: Array<[string, string]> = []
  for (let i = 0; i + 1 < headers.length; i += 2) list.push([headers[i] ?? "", headers[i + 1] ?? ""])
  return list
}

const bodyOf = (request: Request): BodySource => {
  if (request.bodyUsed) return taken
  const { body } = request
  // A host without a body for an announced length has lost it; reading it says so.
  if (body === null) return { ...noBody, length: announcedIn(request) ?? 0 }
  // The body was partly read by the host.
  if (body.locked) return taken
  return {
    length: announcedIn(request),
    read: (sink) => {
      const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
      let stopped = false
      let paused = false
      const pump = async (): Promise<void> => {
        while (!stopped && !paused) {
          const { done, value } = await reader.read()
          if (stopped) return
          if (done) return sink.end()
          sink.data(value)
        }
      }
      const pumping = (): void => void pump().catch(() => (stopped ? undefined : sink.fail(cutShort())))
      queueMicrotask(pumping)
      return {
        pause: () => {
          paused = true
        },
        resume: () => {
          if (!paused) return
          paused = false
          pumping()
        },
        stop: () => {
          stopped = true
          reader.cancel().catch(() => {})
        },
      }
    },
  }
}

/** Bytes that the host kept, which may be fewer than were announced. */
const keptBody = (request: Request, kept: Uint8Array): BodySource => ({
  ...arrived(kept),
  length: announcedIn(request) ?? kept.length,
})

const announcedIn = ({ headers }: Request): number | undefined =>
  readLength(headers.get("content-length"), headers.get("transfer-encoding"))

/** Hosts do not log errors with this code. */
const brokenOff = (): Error =>
  Object.assign(new Error("The response broke off."), { code: "ERR_STREAM_PREMATURE_CLOSE" })

const webOutlet = (
  gone: () => void,
): { readonly outlet: Outlet; readonly stream: ReadableStream<Uint8Array> } => {
  const encoder = new TextEncoder()
  let drained: (() => void) | undefined
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (made) => {
        controller = made
      },
      pull: () => drained?.(),
      cancel: () => {
        controller = undefined
        gone()
      },
    },
    { highWaterMark, size: (chunk) => chunk.byteLength },
  )
  const outlet: Outlet = {
    write: (chunk) =>
      Effect.async<void>((resume) => {
        controller?.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk)
        if ((controller?.desiredSize ?? 1) > 0) return resume(Effect.void)
        drained = () => {
          drained = undefined
          resume(Effect.void)
        }
      }),
    end: Effect.sync(() => controller?.close()),
    cut: () => controller?.error(brokenOff()),
  }
  return { outlet, stream }
}

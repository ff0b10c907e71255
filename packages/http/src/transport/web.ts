/** The handler for every host with `Request` → `Response`: Next, Hono, Bun, Deno, tests. */
import { Effect } from "effect"
import { getPath, normalizeBasePath, stripBase } from "./address/target.ts"
import { readLength } from "./body/announced.ts"
import { type BodySource, cutShort, makeArrivedBody, noBody, taken } from "./body/source.ts"
import {
  type HeaderList,
  joinBody,
  type Outlet,
  type Responder,
  type SentBody,
} from "./exchange/responder.ts"
import type { HttpHandler } from "./handler.ts"
import { notFound } from "./problem/refusals.ts"

/** Above this many buffered bytes of a response, its stream waits for the reader. */
const highWaterMark = 64 * 1024

/** The mount point of the API in a host. */
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
  const base = normalizeBasePath(options.basePath)
  return (request) =>
    new Promise((resolve) => {
      const target = stripBase(base, getTarget(request.url))
      if (target !== undefined) return handleRequest(handler, request, target, base, {}, resolve)
      handler.refuse(notFound, {
        send: (status, headers, body) =>
          resolve(new Response(toBody(body), { status, headers: toPairs(headers) })),
      })
    })
}

/** Handles requests of the API. Returns undefined for other addresses, which the host handles. */
export const toFetch = (
  handler: HttpHandler,
  options: WebOptions = {},
): ((request: Request, known?: WebSource) => Promise<Response> | undefined) => {
  const base = normalizeBasePath(options.basePath)
  return (request, known = {}) => {
    const target = stripBase(base, getTarget(request.url))
    if (target === undefined || !handler.knows(getPath(target))) return undefined
    return new Promise((resolve) => handleRequest(handler, request, target, base, known, resolve))
  }
}

const handleRequest = (
  handler: HttpHandler,
  request: Request,
  target: string,
  base: string,
  known: WebSource,
  resolve: (response: Response) => void,
): void => {
  if (request.signal.aborted) {
    resolve(makeClosedResponse())
    return
  }
  let cancel = (): void => {}
  let cut = (): void => {}
  const handleAbort = (): void => {
    cancel()
    cut()
    resolve(makeClosedResponse())
  }
  const responder: Responder = {
    send: (status, headers, body) => {
      request.signal.removeEventListener("abort", handleAbort)
      resolve(new Response(toBody(body), { status, headers: toPairs(headers) }))
    },
    open: (status, headers) => {
      const { outlet, stream } = makeWebOutlet(() => cancel())
      cut = outlet.cut
      resolve(new Response(stream, { status, headers: toPairs(headers) }))
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
      body: known.body === undefined ? makeBody(request) : makeKeptBody(request, known.body),
    },
    responder,
  )
  request.signal.addEventListener("abort", handleAbort, { once: true })
}

/** For a client that has left: hosts expect some response. */
const makeClosedResponse = (): Response => new Response(null, { status: 499 })

/** Cast: the types of `Response` require unshared memory, and responses never use shared memory. */
const toBody = (body: SentBody | undefined): string | Uint8Array<ArrayBuffer> | null =>
  body === undefined ? null : (joinBody(body) as string | Uint8Array<ArrayBuffer>)

/** Path and query exactly as in the URL, not decoded. */
const getTarget = (url: string): string => {
  const path = url.indexOf("/", url.indexOf("//") + 2)
  return path < 0 ? "/" : url.slice(path)
}

const toPairs = (headers: HeaderList): Array<[string, string]> => {
  const list: Array<[string, string]> = []
  for (let i = 0; i + 1 < headers.length; i += 2) list.push([headers[i] ?? "", headers[i + 1] ?? ""])
  return list
}

const makeBody = (request: Request): BodySource => {
  if (request.bodyUsed) return taken
  const { body } = request
  // A host without a body for an announced length has lost it; reading it says so.
  if (body === null) return { ...noBody, length: readAnnouncedLength(request) ?? 0 }
  // The body was partly read by the host.
  if (body.locked) return taken
  return {
    length: readAnnouncedLength(request),
    read: (sink) => {
      const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
      let stopped = false
      let paused = false
      const pumpBody = async (): Promise<void> => {
        while (!stopped && !paused) {
          const { done, value } = await reader.read()
          if (stopped) return
          if (done) return sink.end()
          sink.data(value)
        }
      }
      const startPumping = (): void =>
        void pumpBody().catch(() => (stopped ? undefined : sink.fail(cutShort())))
      queueMicrotask(startPumping)
      return {
        pause: () => {
          paused = true
        },
        resume: () => {
          if (!paused) return
          paused = false
          startPumping()
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
const makeKeptBody = (request: Request, kept: Uint8Array): BodySource => ({
  ...makeArrivedBody(kept),
  length: readAnnouncedLength(request) ?? kept.length,
})

const readAnnouncedLength = ({ headers }: Request): number | undefined =>
  readLength(headers.get("content-length"), headers.get("transfer-encoding"))

/** Hosts do not log errors with this code. */
const makeBrokenOff = (): Error =>
  Object.assign(new Error("The response broke off."), { code: "ERR_STREAM_PREMATURE_CLOSE" })

const makeWebOutlet = (
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
    cut: () => controller?.error(makeBrokenOff()),
  }
  return { outlet, stream }
}

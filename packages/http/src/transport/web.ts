/** The handler for every host that speaks `Request` → `Response`: Next, Hono, Bun, Deno, tests. */
import { Effect } from "effect"
import { type BodySource, cutShort, noBody } from "./body/source.ts"
import type { HeaderList, Outlet, Responder } from "./exchange.ts"
import type { HttpHandler } from "./handler.ts"

/** Waiting bytes of an answer above which its stream waits for the reader. */
const highWaterMark = 64 * 1024

export const toWeb =
  (handler: HttpHandler) =>
  (request: Request): Promise<Response> =>
    new Promise((resolve) => {
      let cancel = (): void => {}
      let cut = (): void => {}
      let over = false
      const abort = (): void => {
        cancel()
        cut()
        resolve(new Response(null, { status: 499 }))
      }
      const settle = (response: Response): void => {
        over = true
        resolve(response)
      }
      const responder: Responder = {
        send: (status, headers, body) => {
          request.signal.removeEventListener("abort", abort)
          settle(new Response(asBody(body), { status, headers: pairs(headers) }))
        },
        open: (status, headers) => {
          const { outlet, stream } = webOutlet(() => cancel())
          cut = outlet.cut
          settle(new Response(stream, { status, headers: pairs(headers) }))
          return outlet
        },
      }
      cancel = handler.handle(
        {
          method: request.method,
          target: targetOf(request.url),
          header: (name) =>
            request.headers.get(name) ?? (name === "host" ? new URL(request.url).host : undefined),
          body: bodyOf(request),
        },
        responder,
      )
      if (request.signal.aborted && !over) abort()
      else request.signal.addEventListener("abort", abort, { once: true })
    })

/** Copies nothing: the types of `Response` want to know that the memory is not shared. */
const asBody = (body: string | Uint8Array | undefined): string | Uint8Array<ArrayBuffer> | null =>
  body === undefined || typeof body === "string" ? (body ?? null) : (body as Uint8Array<ArrayBuffer>)

/** Path and query as they stand in the address: nothing is decoded twice. */
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
  const { body } = request
  if (body === null) return noBody
  const announced = request.headers.get("content-length")
  return {
    length: announced !== null && /^\d+$/.test(announced) ? Number(announced) : undefined,
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

const webOutlet = (
  gone: () => void,
): { readonly outlet: Outlet; readonly stream: ReadableStream<Uint8Array> } => {
  const encoder = new TextEncoder()
  let wake: (() => void) | undefined
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (made) => {
        controller = made
      },
      pull: () => wake?.(),
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
        wake = () => {
          wake = undefined
          resume(Effect.void)
        }
      }),
    end: Effect.sync(() => controller?.close()),
    cut: () => controller?.error(new Error("The answer broke off.")),
  }
  return { outlet, stream }
}

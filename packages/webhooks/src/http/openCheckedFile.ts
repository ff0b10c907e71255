/** Opens a file on another server: a GET to an address that passed the checks, whose body is a stream. */
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { Effect, Exit } from "effect"
import { readTarget, sendGet } from "./checkedGet.ts"
import { type Connecting, connectChecked } from "./connectChecked.ts"
import { SendFailure } from "./SendFailure.ts"

export interface FileLimits {
  readonly maxBytes: number
  /** Timeout for the next bytes of the server. */
  readonly idleMillis: number
  /** Timeout for the whole file. */
  readonly totalMillis: number
}

/** The answer to the GET of a file. Redirects are not followed. */
export interface CheckedFile {
  readonly status: number
  /** It can be read once. Its end, its failure and `return` close the connection. */
  readonly body: AsyncIterable<Uint8Array>
  readonly close: Effect.Effect<void>
}

/** Opens a URL with the address checks of a sender. Fails with `too_large` when the server announces a larger file. */
export const openCheckedFile = (
  url: string,
  connecting: Connecting,
  limits: FileLimits,
): Effect.Effect<CheckedFile, SendFailure> =>
  Effect.flatMap(readTarget(url, connecting), (target) =>
    Effect.acquireUseRelease(
      connectChecked(target.checked, connecting),
      (socket) =>
        Effect.async<CheckedFile, SendFailure>((resume) => {
          sendGet(socket, target, connecting.limits, {
            onAnswer: (answer) => {
              const length = Number(answer.headers["content-length"] ?? 0)
              if (length > limits.maxBytes) return resume(Effect.fail(new SendFailure("too_large")))
              resume(Effect.succeed(makeFile(answer, socket, limits)))
            },
            onFailure: (failure) => resume(Effect.fail(failure)),
          })
        }).pipe(
          Effect.timeoutFail({
            duration: connecting.limits.totalMillis,
            onTimeout: () => new SendFailure("timeout"),
          }),
        ),
      (socket, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.sync(() => void socket.destroy())),
    ),
  )

const makeFile = (answer: IncomingMessage, socket: Socket, limits: FileLimits): CheckedFile => {
  // A file that nobody reads must not stay open.
  const lifetime = setTimeout(() => socket.destroy(), limits.totalMillis)
  lifetime.unref()
  const close = () => {
    clearTimeout(lifetime)
    socket.destroy()
  }
  // A destroyed connection fails its answer, also where nobody reads it any more.
  answer.on("error", () => {})
  const parts = answer[Symbol.asyncIterator]()
  let bytes = 0
  const readNext = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    const idle = setTimeout(() => socket.destroy(), limits.idleMillis)
    try {
      const { done, value } = await parts.next()
      if (done === true) {
        close()
        return { done: true, value: undefined }
      }
      bytes += value.length
      if (bytes > limits.maxBytes) throw new Error(`The file is larger than ${limits.maxBytes} bytes.`)
      return { done: false, value }
    } catch (cause) {
      close()
      throw cause
    } finally {
      clearTimeout(idle)
    }
  }
  const end = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    close()
    return { done: true, value: undefined }
  }
  return {
    status: answer.statusCode ?? 0,
    body: { [Symbol.asyncIterator]: () => ({ next: readNext, return: end }) },
    close: Effect.sync(close),
  }
}

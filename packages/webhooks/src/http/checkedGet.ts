/** One GET to an address that passed the checks: for requests of the server to URLs that people entered. */
import { type IncomingMessage, request } from "node:http"
import type { Socket } from "node:net"
import { Effect, Either } from "effect"
import { type CheckedUrl, checkUrl } from "../ssrf/checkUrl.ts"
import { type Connecting, connectChecked } from "./connectChecked.ts"
import { SendFailure, toSendFailure } from "./SendFailure.ts"

/** The answer to a GET. Redirects are not followed. */
export interface CheckedAnswer {
  readonly status: number
  readonly body: Uint8Array
}

/** A URL that may be requested, with its query. */
export interface GetTarget {
  readonly checked: CheckedUrl
  readonly path: string
}

/** Checks a URL. It may be longer than that of an endpoint, because signatures are: it is checked without its query. */
export const readTarget = (
  url: string,
  { policy }: Pick<Connecting, "policy">,
): Effect.Effect<GetTarget, SendFailure> => {
  const queryAt = url.indexOf("?")
  const checked = checkUrl(queryAt < 0 ? url : url.slice(0, queryAt), policy)
  if (Either.isLeft(checked)) return Effect.fail(new SendFailure("unreachable"))
  // The parser encodes what a request must not have, as browsers do.
  return Effect.succeed({ checked: checked.right, path: `${checked.right.path}${new URL(url).search}` })
}

/** Sends the request over a connection that was opened for it. */
export const sendGet = (
  socket: Socket,
  { checked, path }: GetTarget,
  { maxHeaderBytes }: Pick<Connecting["limits"], "maxHeaderBytes">,
  on: {
    readonly onAnswer: (answer: IncomingMessage) => void
    readonly onFailure: (failure: SendFailure) => void
  },
): void => {
  try {
    request(
      {
        // Without an agent, which would open another connection, to a name that it looks up itself.
        createConnection: () => socket,
        method: "GET",
        path,
        maxHeaderSize: maxHeaderBytes,
        headers: {
          host: new URL(checked.origin).host,
          connection: "close",
          "accept-encoding": "identity",
        },
      },
      on.onAnswer,
    )
      .on("error", (error) => on.onFailure(toSendFailure(error, true)))
      .end()
  } catch (cause) {
    on.onFailure(toSendFailure(cause, false))
  }
}

/**
 * Gets a URL with the address checks and the limits of a sender, over a connection that is closed afterwards. A body over
 * `maxBodyBytes` fails as too large.
 */
export const getChecked = (url: string, connecting: Connecting): Effect.Effect<CheckedAnswer, SendFailure> =>
  Effect.flatMap(readTarget(url, connecting), (target) =>
    Effect.acquireUseRelease(
      connectChecked(target.checked, connecting),
      (socket) =>
        Effect.async<CheckedAnswer, SendFailure>((resume) => {
          const { limits } = connecting
          const fail = (failure: SendFailure) => resume(Effect.fail(failure))
          sendGet(socket, target, limits, {
            onFailure: fail,
            onAnswer: (answer) => {
              const chunks: Array<Uint8Array> = []
              let size = 0
              answer.on("data", (chunk: Uint8Array) => {
                size += chunk.length
                if (size > limits.maxBodyBytes) fail(new SendFailure("too_large"))
                else chunks.push(chunk)
              })
              answer.on("error", (error) => fail(toSendFailure(error, true)))
              answer.on("end", () =>
                resume(Effect.succeed({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) })),
              )
            },
          })
        }),
      (socket) => Effect.sync(() => void socket.destroy()),
    ).pipe(
      Effect.timeoutFail({
        duration: connecting.limits.totalMillis,
        onTimeout: () => new SendFailure("timeout"),
      }),
    ),
  )

/** One GET to an address that passed the checks: for requests of the server to URLs that people entered. */
import { request } from "node:http"
import { Effect, Either } from "effect"
import { checkUrl } from "../ssrf/checkUrl.ts"
import { type Connecting, connectChecked } from "./connectChecked.ts"
import { failureOf, SendFailure } from "./SendFailure.ts"

/** The answer to a GET. Redirects are not followed. */
export interface CheckedAnswer {
  readonly status: number
  readonly body: Uint8Array
}

/**
 * Gets a URL with the address checks and the limits of a sender, over a connection that is closed afterwards. A body over
 * `maxBodyBytes` fails as too large. The URL may be longer than that of an endpoint, because signatures are: it is checked
 * without its query.
 */
export const checkedGet = (url: string, connecting: Connecting): Effect.Effect<CheckedAnswer, SendFailure> =>
  Effect.gen(function* () {
    const queryAt = url.indexOf("?")
    const place = queryAt < 0 ? url : url.slice(0, queryAt)
    const checked = checkUrl(place, connecting.policy)
    if (Either.isLeft(checked)) return yield* Effect.fail(new SendFailure("unreachable"))
    const target = checked.right
    const path = `${target.path}${queryAt < 0 ? "" : url.slice(queryAt)}`
    return yield* Effect.acquireUseRelease(
      connectChecked(target, connecting),
      (socket) =>
        Effect.async<CheckedAnswer, SendFailure>((resume) => {
          const { maxBodyBytes, maxHeaderBytes } = connecting.limits
          const fail = (error: unknown) => resume(Effect.fail(failureOf(error, true)))
          const sent = request(
            {
              // Without an agent, which would open another connection, to a name that it looks up itself.
              createConnection: () => socket,
              method: "GET",
              path,
              maxHeaderSize: maxHeaderBytes,
              headers: {
                host: new URL(target.origin).host,
                connection: "close",
                "accept-encoding": "identity",
              },
            },
            (answer) => {
              const chunks: Array<Uint8Array> = []
              let size = 0
              answer.on("data", (chunk: Uint8Array) => {
                size += chunk.length
                if (size > maxBodyBytes) fail(new SendFailure("too_large"))
                else chunks.push(chunk)
              })
              answer.on("error", fail)
              answer.on("end", () =>
                resume(Effect.succeed({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) })),
              )
            },
          )
          sent.on("error", fail).end()
        }),
      (socket) => Effect.sync(() => void socket.destroy()),
    ).pipe(
      Effect.timeoutFail({
        duration: connecting.limits.totalMillis,
        onTimeout: () => new SendFailure("timeout"),
      }),
    )
  })

/**
 * Awaits a small body before the request's fiber starts. A handler that does not wait for anything then runs
 * synchronously, and a slow sender costs a closure instead of a fiber.
 */
import { Either } from "effect"
import { Refused } from "../problem/problem.ts"
import { slowBody } from "../problem/refusals.ts"
import { type BodySource, cutShort } from "./source.ts"

/** About one read of a socket. */
const smallBytes = 64 * 1024

export type EarlyBody = Either.Either<Uint8Array, Refused>

/** Whether a body is announced, and small enough to be read before authentication. */
export const isSmall = ({ length }: BodySource, sentBytes: number): boolean =>
  length !== undefined && length > 0 && length <= smallBytes && length <= sentBytes

/** Calls back once, with the bytes or the reason for their absence. The returned function discards the body. */
export const readEarly = (
  source: BodySource,
  millis: number,
  then: (body: EarlyBody) => void,
): (() => void) => {
  const chunks: Array<Uint8Array> = []
  const deadline = setTimeout(() => {
    flow.stop()
    then(Either.left(new Refused({ problem: slowBody })))
  }, millis)
  const flow = source.read({
    data: (chunk) => void chunks.push(chunk),
    end: () => {
      clearTimeout(deadline)
      const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      // A host that passes on more than announced is not trusted with the rest.
      then(
        bytes !== undefined && bytes.length === source.length ? Either.right(bytes) : Either.left(cutShort()),
      )
    },
    fail: (refusal) => {
      clearTimeout(deadline)
      then(Either.left(refusal))
    },
  })
  return () => {
    clearTimeout(deadline)
    flow.stop()
  }
}

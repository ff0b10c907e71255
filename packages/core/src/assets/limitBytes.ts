/** Fails a stream of bytes as soon as it exceeds a limit. */
import { Effect, Stream } from "effect"
import { TooLarge } from "../domain/errors.ts"

export const limitBytes = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  limit: number,
): Stream.Stream<Uint8Array, E | TooLarge, R> =>
  Stream.mapAccumEffect(bytes, 0, (total, chunk) => {
    const sum = total + chunk.length
    return sum > limit ? Effect.fail(new TooLarge({ limit })) : Effect.succeed([sum, chunk] as const)
  })

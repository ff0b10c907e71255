/**
 * Opens a connection to one of the checked addresses, and to no other. The sockets' own lookup is never used:
 * Node does not call it for a host that is an address.
 */
import { connect as connectPlain, type Socket } from "node:net"
import { connect as connectSecure, type SecureContextOptions } from "node:tls"
import { Effect, Either } from "effect"
import { monotonicMillis } from "../monotonic.ts"
import type { AddressPolicy } from "../ssrf/AddressPolicy.ts"
import type { CheckedUrl } from "../ssrf/checkUrl.ts"
import { addressText, type IpAddress, innerAddress, readAddress, sameAddress } from "../ssrf/IpAddress.ts"
import { type Resolver, resolveChecked } from "../ssrf/resolveChecked.ts"
import type { SendLimits } from "./limits.ts"
import { SendFailure } from "./SendFailure.ts"

export interface Connecting {
  readonly policy: AddressPolicy
  readonly resolver: Resolver
  readonly limits: SendLimits
  /** Certificate authorities in addition to those that Node trusts. */
  readonly ca?: SecureContextOptions["ca"]
}

/** Performs one lookup and opens one connection. Interruption destroys whatever was opened. */
export const connectChecked = (
  target: CheckedUrl,
  { ca, limits, policy, resolver }: Connecting,
): Effect.Effect<Socket, SendFailure> =>
  // Masked, so that no socket is lost between two steps.
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const clock = yield* Effect.clock
      const deadline = monotonicMillis(clock) + limits.connectMillis
      const left = () => deadline - monotonicMillis(clock)
      const addresses = yield* restore(
        resolveChecked(target.host, policy, resolver, limits.connectMillis),
      ).pipe(Effect.mapError(unreachable))
      let last = unreachable()
      for (const [at, address] of addresses.entries()) {
        if (left() <= 0) break
        const plain = yield* Effect.either(
          openPlain(address, target.port, left() / (addresses.length - at), restore),
        )
        // An address that was reached is the last to be tried: a failure of TLS is its own.
        if (Either.isRight(plain))
          return target.secure ? yield* secured(plain.right, target, left(), ca, restore) : plain.right
        last = plain.left
      }
      return yield* Effect.fail(last)
    }),
  )

type Restore = <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

const unreachable = (cause?: unknown): SendFailure => new SendFailure("unreachable", { cause })

const openPlain = (
  address: IpAddress,
  port: number,
  millis: number,
  restore: Restore,
): Effect.Effect<Socket, SendFailure> =>
  opened(
    () => connectPlain({ host: addressText(address), port, noDelay: true }),
    "connect",
    millis,
    restore,
  ).pipe(
    Effect.mapError(unreachable),
    Effect.filterOrElse(
      (socket) => isAt(socket, address),
      (socket) => Effect.zipRight(destroyed(socket), Effect.fail(unreachable())),
    ),
  )

/** Whether the socket is connected to the requested address. */
const isAt = (socket: Socket, address: IpAddress): boolean => {
  const remote = readAddress(socket.remoteAddress ?? "")
  return (
    remote !== undefined &&
    sameAddress(innerAddress(remote)?.address ?? remote, innerAddress(address)?.address ?? address)
  )
}

const secured = (
  plain: Socket,
  { host }: CheckedUrl,
  millis: number,
  ca: Connecting["ca"],
  restore: Restore,
): Effect.Effect<Socket, SendFailure> =>
  opened(
    () =>
      connectSecure({
        socket: plain,
        ALPNProtocols: ["http/1.1"],
        // Explicit, so that no environment variable overrides it.
        rejectUnauthorized: true,
        ...(host._tag === "Name" ? { servername: host.name } : { host: addressText(host.address) }),
        ...(ca === undefined ? {} : { ca }),
      }),
    "secureConnect",
    Math.max(1, millis),
    restore,
  ).pipe(
    Effect.onError(() => destroyed(plain)),
    Effect.mapError(
      (cause) => new SendFailure(cause instanceof LateConnection ? "timeout" : "tls", { cause }),
    ),
  )

class LateConnection extends Error {}

/** Makes a socket and waits for the event, an error or the timeout. Destroys the socket unless the event came. */
const opened = (
  make: () => Socket,
  event: "connect" | "secureConnect",
  millis: number,
  restore: Restore,
): Effect.Effect<Socket, Error> =>
  Effect.suspend(() => {
    let made: Socket | undefined
    const waiting = Effect.async<Socket, Error>((resume) => {
      const socket = make()
      made = socket
      const settle = (result: Effect.Effect<Socket, Error>) => {
        socket.off(event, onOpen).off("close", onClose).off("error", onError)
        resume(result)
      }
      const onOpen = () => settle(Effect.succeed(socket))
      const onClose = () => settle(Effect.fail(new Error("closed")))
      const onError = (error: Error) => settle(Effect.fail(error))
      // The first listener stays: a socket that fails later must not end the process.
      socket
        .on("error", () => {})
        .on("error", onError)
        .on("close", onClose)
        .on(event, onOpen)
    })
    return restore(
      Effect.timeoutFail(waiting, { duration: millis, onTimeout: () => new LateConnection() }),
    ).pipe(Effect.onError(() => (made === undefined ? Effect.void : destroyed(made))))
  })

const destroyed = (socket: Socket): Effect.Effect<void> => Effect.sync(() => void socket.destroy())

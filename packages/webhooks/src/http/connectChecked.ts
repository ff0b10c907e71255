/**
 * Opens a connection to one of the checked addresses, and to no other. The sockets' own lookup is never used:
 * Node does not call it for a host that is an address.
 */
import { connect as connectPlain, type Socket } from "node:net"
import { connect as connectSecure, type SecureContextOptions } from "node:tls"
import { Effect, Either } from "effect"
import { readMonotonicMillis } from "../monotonic.ts"
import type { AddressPolicy } from "../ssrf/AddressPolicy.ts"
import type { CheckedUrl } from "../ssrf/checkUrl.ts"
import {
  findInnerAddress,
  formatAddress,
  type IpAddress,
  isSameAddress,
  readAddress,
} from "../ssrf/IpAddress.ts"
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
      const deadline = readMonotonicMillis(clock) + limits.connectMillis
      const getMillisLeft = () => deadline - readMonotonicMillis(clock)
      const addresses = yield* restore(
        resolveChecked(target.host, policy, resolver, limits.connectMillis),
      ).pipe(Effect.mapError(makeUnreachable))
      let last = makeUnreachable()
      for (const [at, address] of addresses.entries()) {
        if (getMillisLeft() <= 0) break
        const plain = yield* Effect.either(
          openPlain(address, target.port, getMillisLeft() / (addresses.length - at), restore),
        )
        // An address that was reached is the last to be tried: a failure of TLS is its own.
        if (Either.isRight(plain))
          return target.secure
            ? yield* openSecure(plain.right, target, getMillisLeft(), ca, restore)
            : plain.right
        last = plain.left
      }
      return yield* Effect.fail(last)
    }),
  )

type Restore = <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

const makeUnreachable = (cause?: unknown): SendFailure => new SendFailure("unreachable", { cause })

const openPlain = (
  address: IpAddress,
  port: number,
  millis: number,
  restore: Restore,
): Effect.Effect<Socket, SendFailure> =>
  openSocket(
    () => connectPlain({ host: formatAddress(address), port, noDelay: true }),
    "connect",
    millis,
    restore,
  ).pipe(
    Effect.mapError(makeUnreachable),
    Effect.filterOrElse(
      (socket) => isAt(socket, address),
      (socket) => Effect.zipRight(destroy(socket), Effect.fail(makeUnreachable())),
    ),
  )

/** Whether the socket is connected to the requested address. */
const isAt = (socket: Socket, address: IpAddress): boolean => {
  const remote = readAddress(socket.remoteAddress ?? "")
  return (
    remote !== undefined &&
    isSameAddress(findInnerAddress(remote)?.address ?? remote, findInnerAddress(address)?.address ?? address)
  )
}

const openSecure = (
  plain: Socket,
  { host }: CheckedUrl,
  millis: number,
  ca: Connecting["ca"],
  restore: Restore,
): Effect.Effect<Socket, SendFailure> =>
  openSocket(
    () =>
      connectSecure({
        socket: plain,
        ALPNProtocols: ["http/1.1"],
        // Explicit, so that no environment variable overrides it.
        rejectUnauthorized: true,
        ...(host._tag === "Name" ? { servername: host.name } : { host: formatAddress(host.address) }),
        ...(ca === undefined ? {} : { ca }),
      }),
    "secureConnect",
    Math.max(1, millis),
    restore,
  ).pipe(
    Effect.onError(() => destroy(plain)),
    Effect.mapError(
      (cause) => new SendFailure(cause instanceof LateConnection ? "timeout" : "tls", { cause }),
    ),
  )

class LateConnection extends Error {}

/** Makes a socket and waits for the event, an error or the timeout. Destroys the socket unless the event came. */
const openSocket = (
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
      const finish = (result: Effect.Effect<Socket, Error>) => {
        socket.off(event, handleOpen).off("close", handleClose).off("error", handleError)
        resume(result)
      }
      const handleOpen = () => finish(Effect.succeed(socket))
      const handleClose = () => finish(Effect.fail(new Error("closed")))
      const handleError = (error: Error) => finish(Effect.fail(error))
      // The first listener stays: a socket that fails later must not end the process.
      socket
        .on("error", () => {})
        .on("error", handleError)
        .on("close", handleClose)
        .on(event, handleOpen)
    })
    return restore(
      Effect.timeoutFail(waiting, { duration: millis, onTimeout: () => new LateConnection() }),
    ).pipe(Effect.onError(() => (made === undefined ? Effect.void : destroy(made))))
  })

const destroy = (socket: Socket): Effect.Effect<void> => Effect.sync(() => void socket.destroy())

/**
 * Opens a connection to one of the checked addresses, and to no other. The sockets' own lookup is never used:
 * Node does not call it for a host that is an address.
 */
import { connect as connectPlain, type Socket } from "node:net"
import { connect as connectSecure, type SecureContextOptions } from "node:tls"
import { Effect } from "effect"
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

/** Performs one lookup and opens one connection. Aborting ends it at once, in every phase. */
export const connectChecked = async (
  target: CheckedUrl,
  { ca, limits, policy, resolver }: Connecting,
  signal: AbortSignal,
): Promise<Socket> => {
  const deadline = performance.now() + limits.connectMillis
  const looked = await Effect.runPromise(
    Effect.either(resolveChecked(target.host, policy, resolver, limits.connectMillis)),
  )
  if (looked._tag === "Left") throw new SendFailure("unreachable", { cause: looked.left })
  const addresses = looked.right
  let last: unknown
  for (const [at, address] of addresses.entries()) {
    const left = deadline - performance.now()
    if (left <= 0 || signal.aborted) break
    try {
      const plain = await openPlain(address, target.port, left / (addresses.length - at), signal)
      return target.secure ? await secured(plain, target, deadline, signal, ca) : plain
    } catch (error) {
      last = error
      // The server was reached, so its own failure is the one to report.
      if (error instanceof SendFailure && error.code !== "unreachable") break
    }
  }
  throw last instanceof SendFailure ? last : new SendFailure("unreachable", { cause: last })
}

const openPlain = (
  address: IpAddress,
  port: number,
  millis: number,
  signal: AbortSignal,
): Promise<Socket> => {
  const socket = connectPlain({ host: addressText(address), port, noDelay: true })
  return settled(socket, "connect", millis, signal, () => {
    if (!isAt(socket, address)) throw new SendFailure("unreachable")
    return socket
  })
}

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
  deadline: number,
  signal: AbortSignal,
  ca: Connecting["ca"],
): Promise<Socket> => {
  const socket = connectSecure({
    socket: plain,
    ALPNProtocols: ["http/1.1"],
    // Explicit, so that no environment variable overrides it.
    rejectUnauthorized: true,
    ...(host._tag === "Name" ? { servername: host.name } : { host: addressText(host.address) }),
    ...(ca === undefined ? {} : { ca }),
  })
  const left = Math.max(1, deadline - performance.now())
  return settled(socket, "secureConnect", left, signal, () => socket).catch((cause: unknown) => {
    plain.destroy()
    throw new SendFailure(cause instanceof LateConnection ? "timeout" : "tls", { cause })
  })
}

class LateConnection extends Error {}

/** Waits for the event, an error, the timeout or the signal. Destroys the socket unless the event came. */
const settled = <A>(
  socket: Socket,
  event: "connect" | "secureConnect",
  millis: number,
  signal: AbortSignal,
  done: () => A,
): Promise<A> =>
  new Promise<A>((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener("abort", onAbort)
      socket.off(event, onDone).off("error", onError).off("close", onClose)
      finish()
    }
    const fail = (error: unknown) =>
      end(() => {
        // Errors of a destroyed socket are ignored.
        socket.on("error", () => {}).destroy()
        reject(error)
      })
    const onDone = () =>
      end(() => {
        try {
          resolve(done())
        } catch (error) {
          socket.destroy()
          reject(error)
        }
      })
    const onError = (error: Error) => fail(error)
    const onClose = () => fail(new Error("closed"))
    const onAbort = () => fail(new Error("aborted"))
    const timer = setTimeout(() => fail(new LateConnection()), millis)
    socket.on(event, onDone).on("error", onError).on("close", onClose)
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) onAbort()
  })

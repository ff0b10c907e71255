/** The TLS options of a connection: libpq's `sslmode` in terms of Node. */
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import type { ConnectionOptions } from "node:tls"
import type { ConnectionTarget, TlsWish } from "./connectionUrl.ts"

/** The driver's option `ssl`. Rejects when a file cannot be read, or with `prefer` when the server cannot be reached. */
export const makeTlsOptions = async (
  target: ConnectionTarget,
  timeoutMillis: number,
): Promise<false | ConnectionOptions> => {
  const { tls } = target
  // Like libpq, does not encrypt Unix sockets.
  if (tls.mode === "disable" || target.host?.startsWith("/") === true) return false
  if (tls.mode === "prefer" && !(await canSpeakTls(target, timeoutMillis))) return false
  return {
    ...readFiles(tls),
    ...makeTrustOptions(tls),
    ...(tls.minVersion === undefined ? {} : { minVersion: tls.minVersion }),
  }
}

/** `require` accepts any certificate, `verify-ca` one of a trusted authority, `verify-full` one of a trusted authority for this host. */
const makeTrustOptions = ({ mode }: TlsWish): ConnectionOptions => {
  if (mode === "verify-full") return { rejectUnauthorized: true }
  if (mode === "verify-ca") return { rejectUnauthorized: true, checkServerIdentity: () => undefined }
  return { rejectUnauthorized: false }
}

const readFiles = ({ certificate, key, passphrase, rootCertificate }: TlsWish): ConnectionOptions => ({
  ...(rootCertificate === undefined || rootCertificate === "system"
    ? {}
    : { ca: readFile("sslrootcert", rootCertificate) }),
  ...(certificate === undefined ? {} : { cert: readFile("sslcert", certificate) }),
  ...(key === undefined ? {} : { key: readFile("sslkey", key) }),
  ...(passphrase === undefined ? {} : { passphrase }),
})

const readFile = (parameter: string, path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable"
    throw new Error(`the file ${path} of ${parameter} cannot be read (${code})`)
  }
}

/** Sends the protocol's SSLRequest, which the server answers with `S` or `N`. */
const canSpeakTls = ({ host, port }: ConnectionTarget, timeoutMillis: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: host ?? "localhost", port: port ?? 5432 })
    const end = (act: () => void) => {
      socket.destroy()
      act()
    }
    socket.setTimeout(timeoutMillis, () => socket.destroy(makeTimeoutError()))
    socket.once("connect", () => socket.write(sslRequest))
    socket.once("data", (answer) => end(() => resolve(answer[0] === letterS)))
    socket.once("error", (cause) => end(() => reject(cause)))
    socket.once("close", () => reject(makeClosedError()))
  })

const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const letterS = 0x53
const makeTimeoutError = () => Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" })
const makeClosedError = () => Object.assign(new Error("the connection was closed"), { code: "ECONNRESET" })

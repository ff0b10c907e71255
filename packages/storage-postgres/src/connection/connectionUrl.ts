/**
 * Parses `postgres://` URLs like libpq. The driver differs from libpq: its `require` verifies, and it does not support `prefer`.
 * Problems quote nothing of the URL except names of parameters, because it contains a password.
 */
import { Either } from "effect"

export type SslMode = "disable" | "prefer" | "require" | "verify-ca" | "verify-full"

export interface ConnectionTarget {
  /** A name, an address, or the folder of a Unix socket; undefined is the driver's default. */
  readonly host: string | undefined
  readonly port: number | undefined
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly applicationName: string | undefined
  /** Settings of the session, `-c name=value …`. A plus is a space, as in URLSearchParams. */
  readonly options: string | undefined
  readonly connectTimeoutMillis: number | undefined
  readonly channelBinding: boolean
  readonly directTls: boolean
  readonly tls: TlsWish
}

/** TLS options. Files are read when connecting. */
export interface TlsWish {
  readonly mode: SslMode
  /** A file, or `system` for the authorities that Node trusts. */
  readonly rootCertificate: string | undefined
  readonly certificate: string | undefined
  readonly key: string | undefined
  readonly passphrase: string | undefined
  readonly minVersion: "TLSv1.2" | "TLSv1.3" | undefined
}

/** Parses a URL; the left side is a problem, to follow "the URL of the database". */
export const parseConnectionUrl = (url: string): Either.Either<ConnectionTarget, string> => {
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(url)
  if (parts === null) return Either.left("must begin with postgres://")
  const [, account, place = "", path = "", query = ""] = parts
  if (place.includes("@") || path.includes("@") || query.includes("@"))
    return Either.left(
      "has more than one @, or one in a strange place: write %40, %2F and %3F for @, / and ?",
    )
  return Either.gen(function* () {
    const settings = yield* parseParameters(query)
    const [user, password] = yield* parseAccount(account ?? "")
    const [host, port] = yield* parseHostAndPort(place)
    return yield* toTarget({
      ...(host === "" ? {} : { host }),
      ...(port === "" ? {} : { port }),
      ...(user === "" ? {} : { user }),
      ...(password === "" ? {} : { password }),
      ...(path === "" ? {} : { dbname: yield* decodePart(path) }),
      ...settings,
    })
  })
}

/** Names a target for users, without the account: `app on db.example.com:5432`. */
export const describeTarget = ({ database, host, port }: ConnectionTarget): string => {
  const at = host === undefined ? "" : ` on ${host}${port === undefined ? "" : `:${port}`}`
  return `${database ?? ""}${at}`.trim()
}

type UrlParameters = { readonly [name: string]: string }

/** The supported parameters of libpq: `any` value, or the values listed. Other parameters are rejected instead of ignored. */
const supportedParameters: { readonly [name: string]: ReadonlyArray<string> | "any" } = {
  host: "any",
  port: "any",
  user: "any",
  password: "any",
  dbname: "any",
  application_name: "any",
  fallback_application_name: "any",
  options: "any",
  connect_timeout: "any",
  sslmode: ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"],
  sslrootcert: "any",
  sslcert: "any",
  sslkey: "any",
  sslpassword: "any",
  sslnegotiation: ["postgres", "direct"],
  ssl_min_protocol_version: ["TLSv1.2", "TLSv1.3"],
  ssl: ["true"],
  channel_binding: ["disable", "prefer", "require"],
  target_session_attrs: ["any", "read-write", "primary"],
  client_encoding: ["utf8", "UTF8", "auto"],
  gssencmode: ["disable", "prefer"],
  keepalives: ["0", "1"],
  // The driver's own parameter for parsing a URL like libpq.
  uselibpqcompat: ["true"],
}

const parseParameters = (query: string): Either.Either<UrlParameters, string> =>
  Either.gen(function* () {
    const parsed: { [name: string]: string } = {}
    for (const part of query === "" ? [] : query.split("&")) {
      const [name, ...rest] = part.split("=")
      const value = yield* decodePart(rest.join("="))
      const values = Object.hasOwn(supportedParameters, name ?? "")
        ? supportedParameters[name ?? ""]
        : undefined
      if (name === undefined || values === undefined)
        return yield* Either.left(describeUnknownParameter(name ?? ""))
      if (values !== "any" && !values.includes(value))
        return yield* Either.left(`has a ${name} other than ${values.join(", ")}`)
      if (value !== "") parsed[name] = name === "options" ? value.replaceAll("+", " ") : value
    }
    return parsed
  })

const describeUnknownParameter = (name: string): string =>
  /^[a-z_]{1,40}$/.test(name)
    ? `has a parameter that is not known here: ${name}`
    : "has a parameter without a name that is known here"

const parseAccount = (account: string): Either.Either<readonly [string, string], string> => {
  const colon = account.indexOf(":")
  return colon === -1
    ? Either.map(decodePart(account), (user) => [user, ""] as const)
    : Either.all([decodePart(account.slice(0, colon)), decodePart(account.slice(colon + 1))])
}

const parseHostAndPort = (place: string): Either.Either<readonly [string, string], string> => {
  if (place.includes(",")) return Either.left("names several hosts; name the one to write to")
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]*))(?::(\d*))?$/.exec(place)
  if (match === null) return Either.left("has a host and port that cannot be read")
  return Either.map(decodePart(match[1] ?? match[2] ?? ""), (host) => [host, match[3] ?? ""] as const)
}

const decodePart = (text: string): Either.Either<string, string> => {
  try {
    const plain = decodeURIComponent(text)
    return plain.includes("\0") ? Either.left("holds a %00") : Either.right(plain)
  } catch {
    return Either.left("has a % that is not followed by two hexadecimal digits; write % as %25")
  }
}

const toTarget = (given: UrlParameters): Either.Either<ConnectionTarget, string> =>
  Either.gen(function* () {
    const port = given["port"] === undefined ? undefined : Number(given["port"])
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
      return yield* Either.left("has a port that is not a number from 1 to 65535")
    const seconds = given["connect_timeout"] === undefined ? undefined : Number(given["connect_timeout"])
    if (seconds !== undefined && !(Number.isInteger(seconds) && seconds >= 0))
      return yield* Either.left("has a connect_timeout that is not a number of seconds")
    if (given["host"]?.includes(","))
      return yield* Either.left("names several hosts; name the one to write to")
    const tls = yield* toTlsWish(given)
    return {
      host: given["host"],
      port,
      user: given["user"],
      password: given["password"],
      database: given["dbname"],
      applicationName: given["application_name"] ?? given["fallback_application_name"],
      options: given["options"],
      // Zero is libpq's "no limit". The default applies instead, because requests wait for connections.
      connectTimeoutMillis: seconds === undefined || seconds === 0 ? undefined : seconds * 1000,
      channelBinding: given["channel_binding"] !== "disable",
      directTls: given["sslnegotiation"] === "direct",
      tls,
    }
  })

const toTlsWish = (given: UrlParameters): Either.Either<TlsWish, string> => {
  const system = given["sslrootcert"] === "system"
  const mode = getSslMode(given, system)
  if (system && mode !== "verify-full")
    return Either.left("has sslrootcert=system, which needs sslmode=verify-full")
  if (mode === "verify-ca" && given["sslrootcert"] === undefined)
    return Either.left("has sslmode=verify-ca without sslrootcert; sslmode=verify-full needs none")
  if ((given["sslcert"] === undefined) !== (given["sslkey"] === undefined))
    return Either.left("has one of sslcert and sslkey without the other")
  if (given["sslnegotiation"] === "direct" && (mode === "disable" || mode === "prefer"))
    return Either.left("has sslnegotiation=direct, which needs sslmode=require or more")
  const minimum = given["ssl_min_protocol_version"]
  return Either.right({
    mode,
    rootCertificate: given["sslrootcert"],
    certificate: given["sslcert"],
    key: given["sslkey"],
    passphrase: given["sslpassword"],
    minVersion: minimum === "TLSv1.2" || minimum === "TLSv1.3" ? minimum : undefined,
  })
}

const getSslMode = (given: UrlParameters, system: boolean): SslMode => {
  const mode = given["sslmode"] ?? (given["ssl"] === "true" ? "require" : system ? "verify-full" : "prefer")
  // With a root certificate, libpq verifies against it in `require`.
  if (mode === "require") return given["sslrootcert"] === undefined ? "require" : "verify-ca"
  return mode === "disable" || mode === "verify-ca" || mode === "verify-full" ? mode : "prefer"
}

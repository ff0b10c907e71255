/** Explains failed connections to users. Messages of Postgres, Node and the driver contain no passwords. */

/** The reason of a failed connection, from the innermost cause. */
export const describeReason = (problem: unknown): string => {
  const cause = findInnermostCause(problem)
  const code = getErrorCode(cause)
  const message = cause instanceof Error && cause.message !== "" ? cause.message : code || String(cause)
  const words = sentences[code]
  if (words !== undefined) return words
  const setting = refusedSetting.exec(message)?.[1]
  if (setting === "options")
    return "a pooler refuses options of a session, such as the schema: set the search_path of the role instead"
  if (setting !== undefined)
    return `a pooler refuses the setting ${setting} of a session: turn prepared statements off, and set it for the role`
  if (statementPooling.test(message))
    return "PgBouncer serves single statements, and Annotary needs transactions: set its pool_mode to transaction or session"
  if (isTlsError(cause)) return `its certificate is not trusted: ${message}`
  if (message.includes("does not support SSL"))
    return "it does not support TLS, which the sslmode of the URL requires"
  return timeouts.test(message) ? "it does not answer in time" : message
}

/**
 * Whether the database refused the connection, so that waiting is useless: a wrong password, an unknown database, an untrusted
 * certificate, a setting that a pooler does not take. A database that is starting or has too many connections may accept later.
 */
export const isRefusal = (problem: unknown): boolean => {
  const cause = findInnermostCause(problem)
  const message = cause instanceof Error ? cause.message : ""
  return (
    /^(28|3D000|42501)/.test(getErrorCode(cause)) ||
    isTlsError(cause) ||
    /does not support SSL|cannot be read|SASL|SCRAM/.test(message) ||
    refusedSetting.test(message) ||
    statementPooling.test(message)
  )
}

const sentences: { readonly [code: string]: string } = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ENOENT: "there is no such socket",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be looked up",
  ETIMEDOUT: "it does not answer in time",
}

/** The message of PgBouncer in transaction mode, where a session is not the client's. */
const refusedSetting = /unsupported startup parameter(?: in options)?: (\w+)/

/** The message of PgBouncer in statement mode. */
const statementPooling = /transaction blocks not allowed in statement pooling mode/

const timeouts = /timeout exceeded|due to connection timeout|timeout expired|Connection timed out/

const findInnermostCause = (problem: unknown): unknown => {
  let cause = problem
  for (let depth = 0; depth < 10; depth++) {
    const next: unknown = cause instanceof Error ? cause.cause : undefined
    if (next === undefined || next === null) break
    // "Connection terminated due to connection timeout" is more specific than its cause.
    if (cause instanceof Error && timeouts.test(cause.message)) break
    cause = next
  }
  return cause
}

const getErrorCode = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : ""

/** Whether a cause is an error of Node's certificate checks or of OpenSSL. */
const isTlsError = (cause: unknown): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/.test(
    getErrorCode(cause),
  )

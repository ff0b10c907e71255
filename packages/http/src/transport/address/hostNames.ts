/**
 * Restricts the host names of a server. A web page can point its own name to 127.0.0.1 and reach a server that listens
 * only there; the Host header still contains that name.
 */

/** The allowed host names of a server on this address, including its public one; undefined for all names. */
export const listHosts = (
  listenHost: string,
  allowed: ReadonlyArray<string>,
  publicUrl?: string,
): ReadonlyArray<string> | undefined => {
  if (!isLoopback(listenHost)) return undefined
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  return ["localhost", "127.0.0.1", "[::1]", ...own, ...allowed.map((name) => name.toLowerCase())]
}

/** Whether a Host header contains one of these hosts, with any port. */
export const isKnownHost = (header: string | undefined, hosts: ReadonlyArray<string>): boolean => {
  const host = header?.toLowerCase() ?? ""
  return hosts.includes(host) || hosts.includes(host.replace(/:\d*$/, ""))
}

/** Whether a host name or address is a loopback one. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host)

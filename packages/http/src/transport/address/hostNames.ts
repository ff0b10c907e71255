/**
 * Which host names a server answers to. A web page can point its own name at 127.0.0.1 and so reach a server that only
 * listens there; the Host header still tells the name.
 */

/** The names that a server on this address answers to, its public one among them; undefined for all names. */
export const hostsOf = (
  listenHost: string,
  allowed: ReadonlyArray<string>,
  publicUrl?: string,
): ReadonlyArray<string> | undefined => {
  if (!isLoopback(listenHost)) return undefined
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  return ["localhost", "127.0.0.1", "[::1]", ...own, ...allowed.map((name) => name.toLowerCase())]
}

/** Whether a Host header names one of these hosts, whatever the port. */
export const isKnownHost = (header: string | undefined, hosts: ReadonlyArray<string>): boolean => {
  const host = header?.toLowerCase() ?? ""
  return hosts.includes(host) || hosts.includes(host.replace(/:\d*$/, ""))
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host)

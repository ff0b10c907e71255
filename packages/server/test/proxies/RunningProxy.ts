/** Caddy and nginx of Debian with the files of `deploy/proxy`, in which only addresses and paths are replaced. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { connect } from "node:tls"
import { fileURLToPath } from "node:url"
import { findFreePort } from "@annotary/test-support/freePort"
import { systemPath } from "../support/debian.ts"

const files = fileURLToPath(new URL("../../deploy/proxy/", import.meta.url))

/** The file of `deploy/proxy`, with each text replaced. Throws when one is not in it. */
export const configured = (name: string, replacements: ReadonlyArray<readonly [string, string]>): string =>
  replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${name} does not contain ${from}.`)
      return text.replaceAll(from, to)
    },
    readFileSync(join(files, name), "utf8"),
  )

export type ProxyName = "caddy" | "nginx"

export interface RunningProxy {
  /** `https://localhost:PORT`. */
  readonly url: string
  /** The same place without TLS. */
  readonly plainUrl: string
  /** The file with the certificate that clients must trust. */
  readonly authority: string
  readonly process: ChildProcess
  /** What the proxy has written. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

/** The addresses of a proxy that is not started yet: the server behind it must know them. */
export interface ProxyPlace {
  readonly folder: string
  readonly port: number
  readonly plainPort: number
  readonly url: string
}

export const proxyPlace = async (folder: string): Promise<ProxyPlace> => {
  const port = await findFreePort()
  mkdirSync(folder, { recursive: true })
  return { folder, port, plainPort: await findFreePort(), url: `https://localhost:${port}` }
}

/** Starts the proxy in front of `host:port`. */
export const startProxy = (name: ProxyName, place: ProxyPlace, upstream: string): Promise<RunningProxy> =>
  name === "caddy" ? startCaddy(place, upstream) : startNginx(place, upstream)

/** Its internal issuer makes the certificate, because `localhost` is no public name. */
const startCaddy = async (place: ProxyPlace, upstream: string): Promise<RunningProxy> => {
  const { folder, plainPort, port } = place
  const config = join(files, "Caddyfile")
  const process = start("caddy", ["run", "--adapter", "caddyfile", "--config", config], {
    ANNOTARY_SITE: `localhost:${port}`,
    ANNOTARY_UPSTREAM: upstream,
    ANNOTARY_HTTP_PORT: `${plainPort}`,
    CADDY_ADMIN: `localhost:${await findFreePort()}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  })
  return await running(process, place, join(folder, "caddy/pki/authorities/local/root.crt"))
}

const startNginx = async (place: ProxyPlace, upstream: string): Promise<RunningProxy> => {
  const { folder, plainPort, port } = place
  makeCertificate(folder)
  const site = configured("nginx.conf", [
    ["127.0.0.1:8080", upstream],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ", `listen 127.0.0.1:${port} `],
    ["/etc/ssl/annotary", folder],
    ["annotary.example.com", "localhost"],
  ])
  writeFileSync(join(folder, "annotary.conf"), site)
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join("\n")
  // What Debian's own file has around those of /etc/nginx/conf.d.
  const main = `pid ${join(folder, "pid")};
events { worker_connections 512; }
http {
${temporary}
access_log off;
include ${join(folder, "annotary.conf")};
}
`
  writeFileSync(join(folder, "nginx.conf"), main)
  const process = start("nginx", ["-c", join(folder, "nginx.conf"), "-e", "stderr", "-g", "daemon off;"], {})
  return await running(process, place, join(folder, "certificate.pem"))
}

const makeCertificate = (folder: string): void => {
  const words = [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-keyout", join(folder, "key.pem"), "-out", join(folder, "certificate.pem")],
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
  ]
  execFileSync("openssl", words, { stdio: "pipe" })
}

interface Started {
  readonly process: ChildProcess
  readonly log: () => string
  readonly hasEnded: () => boolean
}

const start = (
  command: string,
  words: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
): Started => {
  const child = spawn(command, words, {
    env: { ...systemPath, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let log = ""
  let ended = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text
    })
  child.on("error", (error) => {
    log += error.message
    ended = true
  })
  child.on("close", () => {
    ended = true
  })
  return { process: child, log: () => log, hasEnded: () => ended }
}

const running = async (
  { hasEnded, log, process: child }: Started,
  { plainPort, port, url }: ProxyPlace,
  authority: string,
): Promise<RunningProxy> => {
  while (!hasEnded() && !(await handshakes(port, authority))) await sleep(20)
  if (hasEnded()) throw new Error(`The proxy did not start:\n${log()}`)
  const stop = async () => {
    // The master process of nginx ends its workers with a signal that it can receive; Caddy would wait for its clients.
    child.kill(child.spawnfile === "nginx" ? "SIGTERM" : "SIGKILL")
    while (!hasEnded()) await sleep(10)
  }
  return { url, plainUrl: `http://localhost:${plainPort}`, authority, process: child, log, stop }
}

/** Whether TLS works: Caddy listens before it has issued its certificate. */
const handshakes = (port: number, authority: string): Promise<boolean> =>
  new Promise((resolve) => {
    const ca = existsSync(authority) ? readFileSync(authority) : ""
    const socket = connect({ port, host: "localhost", servername: "localhost", ca })
    socket.once("error", () => resolve(false))
    socket.once("secureConnect", () => {
      socket.destroy()
      resolve(true)
    })
  })

/** The processes of a program: its own and its children. */
export const processesOf = ({ pid }: ChildProcess): ReadonlyArray<number> => {
  if (pid === undefined) return []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim()
  return [
    pid,
    ...children
      .split(" ")
      .filter((text) => text !== "")
      .map(Number),
  ]
}

/** Measures the peak of memory from here on; the returned function says by how many MB it has grown. */
export const memoryPeak = (child: ChildProcess): (() => number) => {
  const pids = processesOf(child)
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, "5")
  const before = peakOf(pids)
  return () => Math.round(peakOf(pids) - before)
}

const peakOf = (pids: ReadonlyArray<number>): number =>
  pids
    .map((pid) => Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024)
    .reduce((sum, one) => sum + one, 0)

/** The files below a folder of the proxy. */
export const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name)

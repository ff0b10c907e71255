/** A running `annotary serve` with the console, on memory, and a server of images beside it. */
import { type ChildProcess, spawn } from "node:child_process"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { findFreePort } from "@annotary/test-support/freePort"

/** The key of the site admin of the tests. */
export const adminKey = `ann_AdminKey_${"a".repeat(43)}`

export interface TestServer {
  readonly origin: string
  /** The address of an image: of 800 by 500 pixels, or of others for a name such as `4000x3000`. */
  readonly image: (name: string) => string
  /** Gives the image server a file, and returns its address. */
  readonly file: (name: string, content: () => Uint8Array) => string
  /** Calls the API. Throws for an error, with the answer. */
  readonly call: (method: string, path: string, body?: unknown, key?: string) => Promise<unknown>
  /** Makes a person, and returns a key of theirs. */
  readonly person: (username: string) => Promise<string>
  /** Kills the server and starts it again at the same address. What only its memory had is lost. */
  readonly restart: () => Promise<void>
  /** Kills the server alone: its address then answers nothing. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** `settings`: further settings of the server, by the names of their environment variables. */
export const startServer = async (settings: Readonly<Record<string, string>> = {}): Promise<TestServer> => {
  const files = new Map<string, () => Uint8Array>()
  const images = createServer(({ url = "" }, response) => {
    const content = files.get(decodeURI(url))
    // Files below "closed" are as those of a storage without rules for other origins.
    if (!url.startsWith("/closed/")) response.setHeader("access-control-allow-origin", "*")
    response.setHeader("content-type", content === undefined ? "image/svg+xml" : "application/octet-stream")
    const [, width = "800", height = "500"] = /(\d+)x(\d+)/.exec(url) ?? []
    response.end(content === undefined ? picture(width, height) : content())
  })
  const imageOrigin = `http://127.0.0.1:${await listening(images)}`
  // The server must know its public address before it listens.
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(
      process.execPath,
      [join(import.meta.dirname, "../../../../server/bin/annotary.js"), "serve"],
      {
        env: {
          ...process.env,
          ANNOTARY_PORT: String(port),
          ANNOTARY_PUBLIC_URL: origin,
          ANNOTARY_DATABASE_URL: "memory:",
          ANNOTARY_ADMIN_API_KEY: adminKey,
          ANNOTARY_CONSOLE: "on",
          ANNOTARY_CONSOLE_ASSET_ORIGINS: imageOrigin,
          ...settings,
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    )
    await ready(started)
    return started
  }
  let child = await start()
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGKILL")
    await ended
  }
  const call = async (method: string, path: string, body?: unknown, key = adminKey): Promise<unknown> => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `APIKey ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === "" ? undefined : JSON.parse(text)
  }
  return {
    origin,
    call,
    image: (name) => `${imageOrigin}/${name}.svg`,
    file: (name, content) => {
      files.set(`/${name}`, content)
      return `${imageOrigin}/${name}`
    },
    person: async (username) => {
      await call("POST", "/users/", { username })
      const answer = await call("POST", `/users/${username}/api_keys/`, {})
      if (typeof answer === "object" && answer !== null && "key" in answer) return String(answer.key)
      throw new Error(`There is no key of ${username}.`)
    },
    restart: async () => {
      await kill()
      child = await start()
    },
    kill,
    stop: async () => {
      images.closeAllConnections()
      images.close()
      await kill()
    },
  }
}

const picture = (width: string, height: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="#7d8a94"/><rect x="200" y="150" width="200" height="120" fill="#b33"/></svg>`

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(portOf(server.address())))
  })

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === "object" && address !== null ? address.port : 0

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let faults = ""
    // Read to the end: a program that nobody reads waits when its pipe is full.
    child.stderr?.on("data", (data) => {
      faults = `${faults}${data}`.slice(-2000)
    })
    child.stdout?.on("data", (data) => {
      if (String(data).includes("listening on")) resolve()
    })
    child.once("close", (code) => reject(new Error(`The server has ended with ${code}. ${faults}`)))
  })

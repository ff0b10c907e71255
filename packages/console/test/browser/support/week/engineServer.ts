/** An engine in this process, which shares its clock, behind the API with the console as it was built, and images beside it. */
import { createServer } from "node:http"
import { createEngine, reveal } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { annotary } from "@annotary/http/node"
import { findFreePort } from "@annotary/test-support/freePort"

export interface EngineServer {
  readonly origin: string
  readonly image: (name: string) => string
  readonly adminKey: string
  /** Calls the API. Throws for an error, with the answer. */
  readonly call: (method: string, path: string, body?: unknown, key?: string) => Promise<unknown>
  /** The text of an answer. */
  readonly read: (path: string, key?: string) => Promise<string>
  /** Makes a person, and returns a key of theirs. */
  readonly person: (username: string) => Promise<string>
  readonly stop: () => Promise<void>
}

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#7d8a94"/></svg>`

export const startEngineServer = async (): Promise<EngineServer> => {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const engine = await createEngine({
    storage: memory(),
    worker: false,
    settings: { publicUrl: () => origin },
  })
  await engine.users.create({ username: "owner", siteAdmin: true })
  const { secret } = await engine.apiKeys.create({ user: "owner" })
  const listener = annotary(engine, { console: true })
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/pictures/")) return listener(request, response)
    response.setHeader("content-type", "image/svg+xml")
    response.end(picture)
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const adminKey = reveal(secret)
  const send = async (method: string, path: string, body: unknown, key = adminKey): Promise<string> => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `APIKey ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }
  const call = async (method: string, path: string, body?: unknown, key?: string): Promise<unknown> => {
    const text = await send(method, path, body, key)
    return text === "" ? undefined : JSON.parse(text)
  }
  return {
    origin,
    adminKey,
    image: (name) => `${origin}/pictures/${name}.svg`,
    call,
    read: (path, key) => send("GET", path, undefined, key),
    person: async (username) => {
      await call("POST", "/users/", { username })
      const answer = await call("POST", `/users/${username}/api_keys/`, {})
      if (typeof answer === "object" && answer !== null && "key" in answer) return String(answer.key)
      throw new Error(`There is no key of ${username}.`)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await engine.close()
    },
  }
}

/** An engine in memory behind the API, and agents that call it by the official client of the protocol. */
import { createEngine, type Engine, reveal, toJsonText } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { webHandler } from "@annotary/http"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type McpHandlerOptions, makeMcpHandler } from "../../src/index.ts"

export const owner = "ann"
export const dataset = "streets"
export const ref = { _tag: "Name", owner, name: dataset } as const

export interface Agent {
  readonly client: Client
  /** Calls a tool that must go well. Returns its first text. */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<string>
  /** Calls a tool that must be refused. Returns the refusal. */
  readonly refuse: (name: string, args?: Record<string, unknown>) => Promise<string>
}

export interface World {
  readonly engine: Engine
  readonly handle: (request: Request) => Promise<Response>
  /** What the API was asked, with the JSON of the bodies. */
  readonly requests: Array<{ readonly url: string; readonly body: unknown }>
  /** The key of a new collaborator, by default a reviewer, who may label and review. */
  readonly makeKey: (user: string, role?: "reviewer" | "manager") => Promise<string>
  readonly connect: (key: string) => Promise<Agent>
  readonly close: () => Promise<void>
}

const configuration = {
  task_attributes: {
    format_version: "0.1",
    categories: [
      { id: 1, name: "car" },
      { id: 2, name: "sign" },
    ],
  },
}

/** A dataset with two categories, a guide, and samples that wait for labelers. */
export const makeWorld = async (samples: number, options: McpHandlerOptions = {}): Promise<World> => {
  const engine = await createEngine({ storage: memory() })
  await engine.users.create({ username: owner })
  const me = engine.as(owner)
  await me.datasets.create({ name: dataset, category: "other", taskType: "bboxes" })
  const answer = webHandler(engine)
  const requests: World["requests"] = []
  const api = async (request: Request) => {
    const text = await request.clone().text()
    requests.push({ url: request.url, body: text === "" ? undefined : JSON.parse(text) })
    return answer(request)
  }
  const handle = makeMcpHandler(api, options)
  const ownersKey = reveal((await engine.apiKeys.create({ user: owner })).secret)
  const change = async (method: string, path: string, body: unknown) => {
    const answer = await api(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `APIKey ${ownersKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    )
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }
  await change("PATCH", `/datasets/${owner}/${dataset}/`, {
    ...configuration,
    guide: "# Streets\n\nMark every *car*.",
  })
  await me.samples.createMany(
    ref,
    Array.from({ length: samples }, (_, i) => ({
      name: `frame-${String(i).padStart(4, "0")}.jpg`,
      attributes: toJsonText({ image: { url: `https://images.example/${i}.jpg` } }),
    })),
  )
  return {
    engine,
    handle,
    requests,
    makeKey: async (user, role = "reviewer") => {
      await engine.users.create({ username: user })
      await me.collaborators.add(ref, { user, role })
      return reveal((await engine.apiKeys.create({ user })).secret)
    },
    connect: (key) => connect(handle, key),
    close: () => engine.close(),
  }
}

const connect = async (handle: World["handle"], key: string): Promise<Agent> => {
  const client = new Client({ name: "agent", version: "1" })
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: (url, init) => handle(new Request(url, init)),
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  const callTool = async (name: string, args: Record<string, unknown>, isRefusal: boolean) => {
    const result = await client.callTool({ name, arguments: args })
    const [first] = result.content
    const text = first?.type === "text" ? first.text : JSON.stringify(first)
    if ((result.isError === true) !== isRefusal) throw new Error(`${name}: ${text}`)
    return text
  }
  return {
    client,
    call: (name, args = {}) => callTool(name, args, false),
    refuse: (name, args = {}) => callTool(name, args, true),
  }
}

/** One engine for all hosts: people by cookie, by what a host has put on its request, or by API key. */
import {
  createEngine,
  type Engine,
  type FindUser,
  findCookie,
  hostIdentity,
  toJsonText,
} from "@annotary/core"
import { memory } from "@annotary/core/memory"

/** Samples of the large dataset, and so the size of its list: more than all buffers on the way hold. */
export const largeCount = 10_000

const findUser: FindUser = (request) => {
  const who = findCookie(request, "who") ?? putThere(request.source)
  if (who === "boom") throw new Error("The session store is away.")
  return who === undefined ? null : { username: who }
}

/** What the hosts of the suite put on their requests, each in its own way. */
const putThere = (source: unknown): string | undefined => {
  if (typeof source !== "object" || source === null) return undefined
  const own: unknown = Reflect.get(source, "hostUser")
  const get: unknown = Reflect.get(source, "get")
  const found = own ?? (typeof get === "function" ? get.call(source, "hostUser") : undefined)
  return typeof found === "string" ? found : undefined
}

export const openEngine = async (): Promise<Engine> => {
  const engine = await createEngine({
    storage: memory(),
    authenticator: hostIdentity(findUser, { apiKeys: true }),
    settings: { publicUrl: () => "https://example.org/annotary" },
    worker: false,
  })
  await engine.users.create({ username: "large" })
  const { record } = await engine.datasets.create({
    owner: "large",
    name: "large",
    category: "other",
    taskType: "vector",
  })
  const attributes = toJsonText({ image: { url: `https://example.org/${"x".repeat(1500)}` } })
  const lines = async function* () {
    for (let line = 1; line <= largeCount; line++) yield { line, sample: { name: `s${line}`, attributes } }
  }
  let made = 0
  for await (const told of await engine.samples.importLines({ _tag: "Id", id: record.dataset.id }, lines()))
    if (told._tag === "Summary") made = told.created
  if (made !== largeCount) throw new Error(`${made} samples were made.`)
  return engine
}

/** What a storm happens in: a dataset full of samples, whose account tells its changes, and people who may work in it. */
import type { Person } from "./clients.ts"
import type { Wires } from "./requests.ts"

export const adminKey = `ann_stormadm_${"S".repeat(43)}`
export const dataset = "admin/storm"

const samplesAtOnce = 1000
const peopleAtOnce = 16

export const prepare = async (
  wires: Wires,
  people: number,
  samples: number,
): Promise<ReadonlyArray<Person>> => {
  const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const { status, text } = await wires.answer(method, path, adminKey, sent)
    if (status < 200 || status > 299) throw new Error(`${method} ${path} got ${status} ${text.slice(0, 500)}`)
    return text
  }
  await ask("PUT", "/user/webhooks/")
  await ask("POST", "/user/datasets/", { name: "storm", category: "other", task_type: "vector" })
  for (let from = 0; from < samples; from += samplesAtOnce) {
    const some = Array.from({ length: Math.min(samplesAtOnce, samples - from) }, (_, index) => ({
      name: `s${from + index}`,
      priority: (from + index) % 3,
      attributes: { token: `s${from + index}` },
    }))
    await ask("POST", `/datasets/${dataset}/samples_bulk/`, some)
  }
  const names = Array.from({ length: people }, (_, index) => `person${index}`)
  const made: Array<Person> = []
  await Promise.all(
    Array.from({ length: peopleAtOnce }, async () => {
      for (let user = names.pop(); user !== undefined; user = names.pop()) {
        await ask("POST", "/users/", { username: user })
        const key: { readonly key: string } = JSON.parse(await ask("POST", `/users/${user}/api_keys/`, {}))
        await ask("POST", `/datasets/${dataset}/collaborators/`, { user, role: "reviewer" })
        made.push({ name: user, key: key.key })
      }
    }),
  )
  return made
}

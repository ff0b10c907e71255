/** What a storm happens in: a dataset full of samples, whose account tells its changes, and people who may work in it. */
import type { Person } from "./clients.ts"
import type { Wires } from "./requests.ts"

export const adminKey = `ann_stormadm_${"S".repeat(43)}`
/** The names of so many datasets. */
export const datasetsOf = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `admin/storm${index}`)

const samplesAtOnce = 1000
const peopleAtOnce = 16

export const prepare = async (
  wires: Wires,
  people: number,
  samples: number,
  datasets: ReadonlyArray<string>,
  settings: { readonly overlap?: number } = {},
): Promise<ReadonlyArray<Person>> => {
  const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const { status, text } = await wires.answer(method, path, adminKey, sent)
    if (status < 200 || status > 299) throw new Error(`${method} ${path} got ${status} ${text.slice(0, 500)}`)
    return text
  }
  await ask("PUT", "/user/webhooks/")
  for (const dataset of datasets) {
    const name = dataset.slice("admin/".length)
    await ask("POST", "/user/datasets/", { name, category: "other", task_type: "vector", ...settings })
    await fill(dataset, samples / datasets.length, ask)
  }
  const names = Array.from({ length: people }, (_, index) => `person${index}`)
  const made: Array<Person> = []
  await Promise.all(
    Array.from({ length: peopleAtOnce }, async () => {
      for (let user = names.pop(); user !== undefined; user = names.pop()) {
        await ask("POST", "/users/", { username: user })
        const key: { readonly key: string } = JSON.parse(await ask("POST", `/users/${user}/api_keys/`, {}))
        for (const dataset of datasets)
          await ask("POST", `/datasets/${dataset}/collaborators/`, { user, role: "reviewer" })
        made.push({ name: user, key: key.key })
      }
    }),
  )
  return made
}

const fill = async (
  dataset: string,
  samples: number,
  ask: (method: string, path: string, body: unknown) => Promise<string>,
): Promise<void> => {
  for (let from = 0; from < samples; from += samplesAtOnce) {
    const some = Array.from({ length: Math.min(samplesAtOnce, samples - from) }, (_, index) => ({
      name: `s${from + index}`,
      priority: (from + index) % 3,
      attributes: { token: `s${from + index}` },
    }))
    await ask("POST", `/datasets/${dataset}/samples_bulk/`, some)
  }
}

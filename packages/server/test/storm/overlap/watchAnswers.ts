/** Looks through every answer for the labels of other people, and asks for more answers than people need. */
import type { Memory } from "../Memory.ts"
import type { Answer, Wires } from "../requests.ts"

export interface Watch {
  readonly wires: Wires
  /** Sentences about labels that somebody else was shown. */
  readonly leaks: ReadonlyArray<string>
  /** The number of answers that were looked through. */
  readonly count: () => number
}

const tokenOf = (text: string): string | undefined => /"token":"(t\d+)"/.exec(text)?.[1]

/** Paths of which any may show a label. */
const listPeeks = (dataset: string, sample: string): ReadonlyArray<string> => [
  `/samples/${sample}/`,
  `/samples/${sample}/overlap/`,
  `/samples/${sample}/issues/`,
  `/labels/${sample}/ground-truth/`,
  `/labels/${sample}/ground-truth/history/`,
  `/datasets/${dataset}/samples/?per_page=50&include_full_label=1`,
  `/datasets/${dataset}/issues/`,
  `/datasets/${dataset}/workunits/`,
  `/datasets/${dataset}/agreement/`,
  `/datasets/${dataset}/claims/`,
  `/datasets/${dataset}/statistics/?by=person`,
  `/datasets/${dataset}/queue/labeling/`,
  `/datasets/${dataset}/queue/labeling/explain/`,
  `/datasets/${dataset}/queue/reviewing/`,
  `/datasets/${dataset}/queue/reviewing/explain/`,
]

/** `sharePeeked`: the part of answered submits after which the person looks at one of these paths. */
export const watchAnswers = (
  wires: Wires,
  memory: Memory,
  dataset: string,
  random: () => number,
  sharePeeked: number,
): Watch => {
  /** The keys of people by the tokens in their labels. */
  const keys = new Map<string, string>()
  const leaks: Array<string> = []
  let count = 0

  const look = (path: string, key: string, { text }: Answer): void => {
    count += 1
    for (const [, token = ""] of text.matchAll(/\\?"token\\?":\s*\\?"(t\d+)/g))
      if (keys.get(token) !== key) leaks.push(`${path} shows the label ${token} of somebody else`)
  }

  const peek = async (path: string, key: string): Promise<void> => {
    const sample = memory.grants.get(/^\/claims\/([^/]+)\//.exec(path)?.[1] ?? "")?.sample
    if (sample === undefined || random() >= sharePeeked) return
    const peeks = listPeeks(dataset, sample)
    const peeked = peeks[Math.floor(random() * peeks.length)] ?? ""
    const answer = await wires.answer("GET", peeked, key)
    look(peeked, key, answer)
    if (![200, 403, 404].includes(answer.status))
      memory.faults.push(`${peeked} got ${answer.status} ${answer.text.slice(0, 300)}`)
  }

  return {
    leaks,
    count: () => count,
    wires: {
      ...wires,
      once: async (method, path, key, body) => {
        const answer = await wires.once(method, path, key, body)
        if (answer !== "lost") look(path, key, answer)
        return answer
      },
      answer: async (method, path, key, body) => {
        const token = tokenOf(body ?? "")
        if (token !== undefined) keys.set(token, key)
        const answer = await wires.answer(method, path, key, body)
        look(path, key, answer)
        if (token !== undefined) await peek(path, key)
        return answer
      },
    },
  }
}

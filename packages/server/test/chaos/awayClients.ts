/** Clients that write and read all the time. 503 with Retry-After is the only way in which the database may show. */
import { setTimeout as sleep } from "node:timers/promises"
import { items, textMember } from "../support/api.ts"
import type { AwayLedger } from "./AwayLedger.ts"

export type Handler = (request: Request) => Promise<Response>

export interface AwayLoad {
  readonly handler: Handler
  readonly key: string
  readonly dataset: string
  readonly samples: ReadonlyArray<string>
  readonly ledger: AwayLedger
  readonly stopped: () => boolean
}

interface Answer {
  readonly status: number
  readonly text: string
}

let made = 0
const token = (kind: string): string => `${kind}-${++made}-`

/** Runs until it is stopped. */
export const runAwayClients = async (load: AwayLoad, clients: number): Promise<void> => {
  const kinds = [writeLabel, writeLabel, makeSample, readDataset, listSamples]
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const act = kinds[index % kinds.length] ?? readDataset
      while (!load.stopped()) {
        await act(load)
        await sleep(2 + Math.random() * 5)
      }
    }),
  )
}

const call = async (
  { handler, key, ledger }: AwayLoad,
  method: string,
  path: string,
  body?: string,
  more: Record<string, string> = {},
): Promise<Answer> => {
  const response = await handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `APIKey ${key}`, "content-type": "application/json", ...more },
      body: body ?? null,
    }),
  )
  ledger.answers += 1
  // A list whose database goes away while it is written has said 200 already: all it can do is break off.
  const text = await response.text().catch(() => undefined)
  if (text === undefined) {
    ledger.unavailable += 1
    ledger.streak = 0
    return { status: 503, text: "" }
  }
  if (response.status === 503) {
    ledger.unavailable += 1
    ledger.streak = 0
    if (!/^[1-9]\d*$/.test(response.headers.get("retry-after") ?? ""))
      ledger.faults.push("a 503 without Retry-After")
  } else {
    ledger.streak += 1
    if (response.status >= 400)
      ledger.faults.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  }
  return { status: response.status, text }
}

const writeLabel = async (load: AwayLoad): Promise<void> => {
  const name = token("w")
  const sample = load.samples[made % load.samples.length] ?? ""
  const body = `{"label_status":"LABELED","attributes":{"annotations":[],"token":"${name}"}}`
  const { status } = await call(load, "PUT", `/labels/${sample}/ground-truth/`, body)
  if (status < 300) load.ledger.writes.add(name)
}

/** Told to come again it does, under the same key: whether it was done the first time nobody knows. */
const makeSample = async (load: AwayLoad): Promise<void> => {
  const name = token("s")
  const body = `{"name":"${name}","attributes":{"token":"${name}"}}`
  for (;;) {
    const { status } = await call(load, "POST", `/datasets/${load.dataset}/samples/`, body, {
      "idempotency-key": name,
    })
    if (status < 300) load.ledger.samples.add(name)
    if (status !== 503 || load.stopped()) return
    await sleep(50)
  }
}

const readDataset = (load: AwayLoad): Promise<unknown> => call(load, "GET", `/datasets/${load.dataset}/`)

const listSamples = async (load: AwayLoad): Promise<void> => {
  const { status, text } = await call(load, "GET", `/datasets/${load.dataset}/samples/?limit=5`)
  if (status === 200) for (const sample of items(JSON.parse(text))) textMember(sample, "uuid")
}

/** The load: several clients that write all the time, and note what was acknowledged. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Answer, type Api, items, member, textMember } from "../support/api.ts"
import { type Ledger, token } from "./Ledger.ts"

export interface Load {
  readonly admin: Api
  readonly people: ReadonlyArray<Api>
  readonly dataset: string
  readonly ledger: Ledger
  /** 0 ≤ x < 1 */
  readonly random: () => number
  readonly stopped: () => boolean
}

/** An end of a claim whose answer never came: sent again after the restart, it gets the first answer or is done now. */
export interface Unanswered {
  readonly person: number
  readonly path: string
  readonly body: string
  readonly onDone: () => void
}

/** Runs until the server is gone; answers what stayed unanswered. */
export const runClients = async (
  load: Load,
  before: ReadonlyArray<Unanswered>,
): Promise<ReadonlyArray<Unanswered>> => {
  const unanswered: Array<Unanswered> = []
  await Promise.all([
    forever(load, () => createBatch(load)),
    forever(load, () => createSample(load)),
    forever(load, () => writeLabel(load)),
    forever(load, () => writeLabel(load)),
    forever(load, () => changeSample(load)),
    ...load.people.map(async (person, index) => {
      const pending = before.filter((one) => one.person === index)
      await forever(load, () => {
        const again = pending.shift()
        return again === undefined
          ? work(load, person, index, unanswered)
          : repeat(load, person, again, unanswered)
      })
      unanswered.push(...pending)
    }),
  ])
  return unanswered
}

const forever = async (load: Load, act: () => Promise<void>): Promise<void> => {
  while (!load.stopped()) {
    try {
      await act()
    } catch (cause) {
      if (!isConnectionLoss(cause)) throw cause
      return
    }
    await sleep(load.random() * 8)
  }
}

/** fetch says no more than this when the other side is gone. */
const isConnectionLoss = (cause: unknown): boolean =>
  cause instanceof TypeError || (cause instanceof Error && /terminated|socket|ECONN/.test(cause.message))

const accepted = (load: Load, answer: Answer, ...statuses: ReadonlyArray<number>): boolean => {
  if (statuses.includes(answer.status)) {
    load.ledger.answers += 1
    return true
  }
  load.ledger.faults.push(`${answer.status} ${answer.text.slice(0, 300)}`)
  return false
}

const newSamples = (load: Load): ReadonlyArray<{ readonly name: string; readonly attributes: string }> =>
  Array.from({ length: 1 + Math.floor(load.random() * 25) }, () => {
    const name = token("s")
    return { name, attributes: `{"token":"${name}","t":1700000000123456789,"x":1.50}` }
  })

const createBatch = async (load: Load): Promise<void> => {
  const batch = newSamples(load)
  const names = batch.map(({ name }) => name)
  const body = `[${batch.map(({ attributes, name }) => `{"name":"${name}","priority":${Math.floor(load.random() * 3)},"attributes":${attributes}}`).join(",")}]`
  const open = load.ledger.openBatches
  open.push(names)
  const answer = await load.admin.call("POST", `/datasets/${load.dataset}/samples_bulk/`, body)
  open.splice(open.indexOf(names), 1)
  if (!accepted(load, answer, 200, 201)) return
  items(answer.json()).forEach((sample, index) => {
    load.ledger.samples.set(textMember(sample, "uuid"), batch[index]?.attributes ?? "")
  })
}

/** Single samples, by the other door. */
const createSample = async (load: Load): Promise<void> => {
  const name = token("l")
  const attributes = `{"token":"${name}","n":9007199254740993}`
  const body = `{"name":"${name}","attributes":${attributes},"metadata":{"kind":"single"}}`
  const answer = await load.admin.call("POST", `/datasets/${load.dataset}/samples/`, body)
  if (accepted(load, answer, 201)) load.ledger.samples.set(textMember(answer.json(), "uuid"), attributes)
}

const anySample = (load: Load): string | undefined => {
  const ids = [...load.ledger.samples.keys()]
  return ids[Math.floor(load.random() * ids.length)]
}

const writeLabel = async (load: Load): Promise<void> => {
  const sample = anySample(load)
  if (sample === undefined) return
  const name = token("w")
  const status = load.random() < 0.5 ? "PRELABELED" : "LABELED"
  const body = `{"label_status":"${status}","attributes":{"annotations":[],"token":"${name}","t":1700000000123456789}}`
  const answer = await load.admin.call("PUT", `/labels/${sample}/ground-truth/`, body)
  if (answer.status === 404 && load.ledger.perhapsDeleted.has(sample)) return
  if (accepted(load, answer, 200, 201)) load.ledger.writes.set(name, { sample, action: "write" })
}

const changeSample = async (load: Load): Promise<void> => {
  const sample = anySample(load)
  if (sample === undefined) return
  if (load.random() < 0.9) {
    const answer = await load.admin.call("PATCH", `/samples/${sample}/`, `{"priority":${load.random()}}`)
    if (!(answer.status === 404 && load.ledger.perhapsDeleted.has(sample))) accepted(load, answer, 200)
    return
  }
  load.ledger.perhapsDeleted.add(sample)
  const answer = await load.admin.call("DELETE", `/samples/${sample}/`)
  if (accepted(load, answer, 204, 404)) load.ledger.deleted.add(sample)
}

/** Claims one sample and ends the claim, in either queue. */
const work = async (load: Load, person: Api, index: number, unanswered: Array<Unanswered>): Promise<void> => {
  const queue = load.random() < 0.6 ? "labeling" : "reviewing"
  const claimed = await person.call("POST", `/datasets/${load.dataset}/queue/${queue}/claim/`, { count: 1 })
  if (!accepted(load, claimed, 200)) return
  const claim = items(claimed.json())[0]
  if (claim === undefined) return
  const sample = textMember(member(claim, "sample"), "uuid")
  const end = queue === "labeling" ? submission(load, sample) : review(load, claim, sample)
  const path = `/claims/${textMember(claim, "claim_id")}/${end.action}/`
  await repeat(load, person, { person: index, path, body: end.body, onDone: end.onDone }, unanswered)
}

const submission = (load: Load, sample: string) => {
  const name = token("c")
  return {
    action: "submit",
    body: `{"attributes":{"annotations":[],"token":"${name}","t":1700000000123456789},"time":1200}`,
    onDone: () => void load.ledger.writes.set(name, { sample, action: "submit" }),
  }
}

const review = (load: Load, claim: unknown, sample: string) => {
  const action = load.random() < 0.7 ? "accept" : "reject"
  return {
    action,
    body: `{"time":300}`,
    onDone: () => void load.ledger.reviews.set(textMember(claim, "claim_id"), { sample, action }),
  }
}

/** 409: the sample was written or deleted by somebody else meanwhile, which ended the claim. */
const repeat = async (
  load: Load,
  person: Api,
  one: Unanswered,
  unanswered: Array<Unanswered>,
): Promise<void> => {
  unanswered.push(one)
  const answer = await person.call("POST", one.path, one.body)
  unanswered.splice(unanswered.indexOf(one), 1)
  if (answer.status === 409 || answer.status === 404) return
  if (accepted(load, answer, 200)) one.onDone()
}

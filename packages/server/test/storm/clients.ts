/**
 * The people of a storm. Each claims and works until nothing is left; whoever did not hear back about work asks again; whoever
 * did not hear back about a claim asks again too, or never comes back, and then the lease has to end.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { items, textMember } from "../support/api.ts"
import type { End, Grant, Memory, QueueName } from "./Memory.ts"
import type { Wires } from "./requests.ts"

export interface Person {
  readonly name: string
  readonly key: string
}

export interface Storm {
  readonly wires: Wires
  readonly memory: Memory
  readonly dataset: string
  readonly random: () => number
  readonly queue: QueueName
  /** Nothing is left to do, or nothing has been done for too long. */
  readonly isOver: () => boolean
  /** Accounts for people who never come back and go on under another name. */
  readonly spares: Array<Person>
  /** The leases of these have to end by themselves. */
  readonly gone: Array<string>
  /** How long answers took: to claims of one sample, of several, of what was not there, and to work. */
  readonly millis: { readonly [What in "claims" | "several" | "nothing" | "works"]: Array<number> }
}

const leaseSeconds = 30

/** Works until the storm is over. */
export const work = async (storm: Storm, given: Person): Promise<void> => {
  let person = given
  while (!storm.isOver()) {
    const grants = await claim(storm, person, storm.random() < 0.1 ? 4 : 1)
    if (grants === "lost") {
      const spare = storm.random() < 0.5 ? storm.spares.pop() : undefined
      if (spare !== undefined) {
        storm.gone.push(person.name)
        person = spare
      }
    } else if (grants.length === 0) await sleep(100 + storm.random() * 100)
    else for (const grant of grants) await endOf(storm, person, grant)
  }
}

/** Claims some, goes away, and comes back when it is too late: nothing is done for them any more. */
export const desert = async (
  storm: Storm,
  person: Person,
  lapse: (grants: ReadonlyArray<Grant>) => Promise<void>,
): Promise<void> => {
  const grants = await claim(storm, person, 3)
  storm.gone.push(person.name)
  if (grants === "lost") return
  await lapse(grants)
  for (const grant of grants) {
    const body = JSON.stringify({ attributes: { annotations: [], token: "too late" } })
    const answer = await storm.wires.answer("POST", `/claims/${grant.claim}/submit/`, person.key, body)
    if (answer.status !== 409)
      storm.memory.faults.push(
        `work after the end of the lease got ${answer.status} ${answer.text.slice(0, 300)}`,
      )
  }
}

const claim = async (storm: Storm, person: Person, count: number): Promise<ReadonlyArray<Grant> | "lost"> => {
  const path = `/datasets/${storm.dataset}/queue/${storm.queue}/claim/`
  const body = JSON.stringify({ count, lease_seconds: leaseSeconds })
  const answer = await storm.wires.once("POST", path, person.key, body)
  if (answer === "lost") return answer
  if (answer.status !== 200) {
    storm.memory.faults.push(`a claim got ${answer.status} ${answer.text.slice(0, 300)}`)
    return []
  }
  const claims = items(JSON.parse(answer.text))
  storm.millis[claims.length === 0 ? "nothing" : count === 1 ? "claims" : "several"].push(answer.millis)
  if (claims.length > count) storm.memory.faults.push(`a claim of ${count} got ${claims.length}`)
  return claims.map((each) =>
    storm.memory.granted({
      claim: textMember(each, "claim_id"),
      sample: textMember(each, "sample_uuid"),
      user: person.name,
      queue: storm.queue,
      claimedAt: Date.parse(textMember(each, "claimed_at")),
      expiresAt: Date.parse(textMember(each, "expires_at")),
    }),
  )
}

const endOf = async (storm: Storm, person: Person, grant: Grant): Promise<void> => {
  const { action, body, token } = chooseEnd(storm)
  const end: End = { action, token, sentAt: Date.now(), outcome: "open" }
  grant.end = end
  const back = action === "give back"
  const path = back ? `/claims/${grant.claim}/` : `/claims/${grant.claim}/${action}/`
  const ask = () => storm.wires.answer(back ? "DELETE" : "POST", path, person.key, body)
  const answer = await ask()
  if (answer.status !== (back ? 204 : 200)) {
    end.outcome = "refused"
    // No server may have answered before the lease was over.
    if (answer.status === 409 && Date.now() >= grant.expiresAt) return
    storm.memory.faults.push(
      `the ${action} of ${grant.sample} got ${answer.status} ${answer.text.slice(0, 300)}`,
    )
    return
  }
  if (!back) storm.millis.works.push(answer.millis)
  storm.memory.acknowledged(grant, end)
  if (back || storm.random() > 0.05) return
  const again = await ask()
  if (again.status !== 200 || again.text !== answer.text)
    storm.memory.faults.push(
      `the ${action} of ${grant.sample} asked for again got another answer: ${again.text.slice(0, 300)}`,
    )
}

let made = 0

const chooseEnd = ({ queue, random }: Storm): Pick<End, "action" | "token"> & { readonly body?: string } => {
  made += 1
  const token = `t${made}`
  if (random() < 0.02) return { action: "give back", token }
  if (queue === "labeling")
    return {
      action: "submit",
      token,
      body: `{"attributes":{"annotations":[],"token":"${token}","t":1700000000123456789},"time":1200}`,
    }
  return random() < 0.7
    ? { action: "accept", token, body: `{"time":300}` }
    : { action: "reject", token, body: `{"time":300,"comment":"Look at ${token} again."}` }
}

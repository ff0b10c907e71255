/** The server and a broker are killed while clients write: no event is lost, and those that come twice have one id. */
import { setTimeout as sleep } from "node:timers/promises"
import { assert } from "vitest"
import { apiOf, expectStatus } from "../support/api.ts"
import { type ChildServer, type Environment, startServer } from "../support/childServer.ts"

/** What differs between brokers and databases. */
export interface KillBed {
  readonly environment: Environment
  readonly broker: { readonly kill: () => Promise<void>; readonly start: () => Promise<void> }
  /** The number of messages that the broker has. */
  readonly count: () => Promise<number>
  /** All messages, in their order. */
  readonly read: () => Promise<ReadonlyArray<{ readonly id: string | undefined; readonly text: string }>>
  /** The ids of the events in the database, in their order. */
  readonly readStoredIds: () => Promise<ReadonlyArray<string>>
}

export const adminKey = `ann_AdminKey_${"a".repeat(43)}`

export const kills = Number(process.env.ANNOTARY_BROKER_KILLS ?? 50)

export const killBoth = async (bed: KillBed): Promise<void> => {
  let server = await startServer(bed.environment)
  const dataset = { name: "cats", category: "other", task_type: "vector" }
  expectStatus(await apiOf(server.url, adminKey).call("POST", "/user/datasets/", dataset), 201)
  const acknowledged: Array<string> = []
  let isEnding = false
  const writeSamples = async (writer: number): Promise<void> => {
    for (let number = 0; !isEnding; number++) {
      const name = `sample-${writer}-${number}`
      const body = { name, attributes: { image: { url: `https://example.org/${name}` } } }
      const answer = await apiOf(server.url, adminKey)
        .call("POST", "/datasets/admin/cats/samples/", body)
        .catch(() => undefined)
      if (answer?.status === 201) acknowledged.push(name)
      await sleep(answer === undefined ? 50 : 20)
    }
  }
  try {
    const writers = [writeSamples(1), writeSamples(2), writeSamples(3)]
    for (let kill = 0; kill < kills; kill++) {
      // A process that dies keeps its turn for 15 seconds: the next one begins with what was written meanwhile.
      await waitForMore(bed)
      await sleep(Math.random() * 300)
      await bed.broker.kill()
      await sleep(Math.random() * 300)
      await bed.broker.start()
      await waitForMore(bed)
      await sleep(Math.random() * 300)
      server = await replaceServer(server, bed.environment)
    }
    isEnding = true
    await Promise.all(writers)
    await expectAll(bed, acknowledged)
  } finally {
    isEnding = true
    await server.stop("SIGKILL")
  }
}

const replaceServer = async (server: ChildServer, environment: Environment): Promise<ChildServer> => {
  await server.stop("SIGKILL")
  return startServer(environment)
}

/** Waits until the broker has more messages than now. */
const waitForMore = async ({ count }: KillBed): Promise<void> => {
  const before = await count()
  for (let waited = 0; waited < 120_000; waited += 50) {
    if ((await count()) > before) return
    await sleep(50)
  }
  throw new Error("Nothing was published for two minutes.")
}

const expectAll = async (bed: KillBed, acknowledged: ReadonlyArray<string>): Promise<void> => {
  const stored = await bed.readStoredIds()
  const readDistinct = async () => {
    const messages = await bed.read()
    const ids: ReadonlyArray<string | undefined> = [...new Set(messages.map(({ id }) => id))]
    return { messages, ids }
  }
  let { ids, messages } = await readDistinct()
  for (let tries = 0; tries < 100 && ids.length < stored.length; tries++) {
    await sleep(1000)
    ;({ ids, messages } = await readDistinct())
  }
  assert.isAbove(acknowledged.length, kills * 10)
  // In the order of the ids.
  assert.deepStrictEqual(ids, stored)
  const names = new Set(messages.map(({ text }) => /"name":"(sample-\d+-\d+)"/.exec(text)?.[1]))
  assert.deepStrictEqual(
    acknowledged.filter((name) => !names.has(name)),
    [],
  )
  console.log(
    `${acknowledged.length} acknowledged, ${stored.length} events, ${messages.length - stored.length} published twice`,
  )
}

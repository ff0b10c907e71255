/** B7: claim and submit over HTTP by eight people on SQLite, against Label Studio's next task and annotation. */
import { join } from "node:path"
import { reveal } from "@annotary/core"
import { Pool } from "undici"
import { measureWithCpu } from "./harness/cpu.ts"
import { makeCuboids } from "./harness/labels.ts"
import { startServerWith, stopLater } from "./harness/processes.ts"
import { makeCalls } from "./harness/rate.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { makeWorld } from "./harness/world.ts"
import { installLabelStudio, type LabelStudio, startLabelStudio, version } from "./peers/labelStudio.ts"

const samples = 10_000
const people = 8
/** A cycle of Label Studio takes a second. */
const millis = { ours: 1000, peer: 4000 }
const rounds = 5
/** Before the first measurement of our server, as for other figures over HTTP; Python compiles nothing while it runs. */
const warmUpCycles = 1500

export const runBenchmark: Benchmark = async (stage) => {
  try {
    await installLabelStudio(samples, people)
  } catch (error) {
    const [reason] = String(error).split("\n")
    stage.print(`B7 skipped: Label Studio ${version} from PyPI cannot be installed. ${reason}`)
    return
  }
  const other = await startLabelStudio(stage)
  const peer = labelStudio(stage, other)
  const { cycles: ours, pid } = await makeAnnotaryCycles(stage)
  for (let count = 0; count < warmUpCycles; )
    count += (await makeCalls(people, millis.ours, takeTurns(ours))).count
  await stage.compare({
    metric: `B7 claim and submit, ${people} people, ${samples} samples, peer Label Studio ${version} (cycles/s)`,
    target: { of: "ratio", atLeast: 150 },
    packages: ["@annotary/server"],
    rounds,
    ours: () => measureWithCpu([pid], () => makeCalls(people, millis.ours, takeTurns(ours))),
    peer: () => measureWithCpu([other.pid], () => makeCalls(people, millis.peer, takeTurns(peer))),
  })
}

/** A cycle of one person. */
type Cycle = () => Promise<unknown>

/** Gives the next call to a person who is not working. */
const takeTurns = (cycles: ReadonlyArray<Cycle>): Cycle => {
  const idle = [...cycles]
  return async () => {
    const cycle = idle.pop()
    if (cycle === undefined) throw new Error("There are more clients than people.")
    await cycle()
    idle.push(cycle)
  }
}

const makeAnnotaryCycles = async (
  stage: Stage,
): Promise<{ readonly cycles: ReadonlyArray<Cycle>; readonly pid: number }> => {
  const keys: Array<string> = []
  const world = await makeWorld(stage.folder, {
    samples,
    more: async (engine, { dataset, owner }) => {
      for (let i = 0; i < people; i++) {
        const user = `labeler-${i}`
        await engine.users.create({ username: user })
        const ref = { _tag: "Name", owner, name: dataset } as const
        await engine.as(owner).collaborators.add(ref, { user, role: "labeler" })
        keys.push(reveal((await engine.apiKeys.create({ user })).secret))
      }
    },
  })
  const { pid, port } = stopLater(
    stage,
    await startServerWith(stage.folder, {
      ANNOTARY_DATABASE_URL: `sqlite:${join(stage.folder, "ours.db")}`,
      ANNOTARY_SQLITE_SYNCHRONOUS: "full",
      ANNOTARY_RATE_LIMIT: "0",
    }),
  )
  const call = makeCaller(stage, port)
  const body = `{"attributes":${makeCuboids(300)},"time":1000}`
  const cycles = keys.map((key) => async () => {
    const authorization = `APIKey ${key}`
    const path = `/datasets/${world.owner}/${world.dataset}/queue/labeling/claim/`
    const [claim]: ReadonlyArray<{ readonly claim_id: string }> = await call(authorization, path, "{}")
    if (claim === undefined) throw new Error("The queue is empty.")
    await call(authorization, `/claims/${claim.claim_id}/submit/`, body)
  })
  return { cycles, pid }
}

/** The annotation of the labeling interface: one rectangle. */
const annotation = JSON.stringify({
  result: [
    {
      ...{ type: "rectanglelabels", from_name: "label", to_name: "image" },
      ...{ original_width: 1920, original_height: 1080 },
      value: { x: 1, y: 2, width: 30, height: 40, rotation: 0, rectanglelabels: ["car"] },
    },
  ],
  lead_time: 1,
})

const labelStudio = (stage: Stage, { port, project, tokens }: LabelStudio): ReadonlyArray<Cycle> => {
  const call = makeCaller(stage, port)
  return tokens.map((token) => async () => {
    const authorization = `Token ${token}`
    const task = await repeatRequest<{ readonly id: number }>(() =>
      call(authorization, `/api/projects/${project}/next`),
    )
    await repeatRequest(() =>
      call(authorization, `/api/tasks/${task.id}/annotations/?project=${project}`, annotation),
    )
  })
}

/** Label Studio answers 500 when its database is locked by another request. */
const repeatRequest = async <Answer>(request: () => Promise<Answer>): Promise<Answer> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      if (attempt === mostAttempts) throw error
    }
  }
}

const mostAttempts = 20

const makeCaller = (stage: Stage, port: number) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: people })
  stage.defer(() => pool.destroy())
  return async <Answer>(authorization: string, path: string, body?: string): Promise<Answer> => {
    const headers = { authorization, "content-type": "application/json" }
    const response = await pool.request({
      method: body === undefined ? "GET" : "POST",
      path,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
}

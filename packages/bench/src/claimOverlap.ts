/**
 * Claims in a dataset whose samples three people label, against those in one whose samples one person labels, both through the engine: on SQLite
 * and Postgres. Each claim of a round is by another person, and is submitted, so that samples are partly labeled as in a real dataset.
 */
import { join } from "node:path"
import { type ClaimId, createEngine, type Engine, toJsonText } from "@annotary/core"
import { postgres } from "@annotary/storage-postgres"
import { sqlite } from "@annotary/storage-sqlite"
import { findPostmaster, type Measured, measureWork } from "./harness/cpu.ts"
import { startPostgres } from "./harness/postgres.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { configuration, sampleInput } from "./harness/world.ts"

const samples = 5000
/** Each claims one sample in a round. */
const people = 300
const owner = "owner"
const label = toJsonText({ format_version: "0.2", annotations: [] })

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  await compareClaims(
    stage,
    "SQLite",
    await createEngine({
      storage: sqlite({ filename: join(stage.folder, "overlap.db"), synchronous: "normal" }),
      worker: false,
    }),
    [process.pid],
  )
  await compareClaims(
    stage,
    "Postgres",
    await createEngine({ storage: postgres({ url, schema: "overlap" }), worker: false }),
    [process.pid, await findPostmaster(url)],
  )
}

const compareClaims = async (
  stage: Stage,
  name: string,
  engine: Engine,
  pids: ReadonlyArray<number>,
): Promise<void> => {
  stage.defer(() => engine.close())
  const names = Array.from({ length: people }, (_, index) => `labeler-${index}`)
  for (const username of [owner, ...names]) await engine.users.create({ username })
  const [one, three] = [await makeClaims(engine, names, pids, 1), await makeClaims(engine, names, pids, 3)]
  await stage.compare({
    metric: `claim with overlap 3 among ${samples} on ${name}, peer overlap 1 (claims/s)`,
    target: { of: "ratio", atLeast: 0.77 },
    packages: ["@annotary/core"],
    ours: three,
    peer: one,
  })
}

const makeClaims = async (
  engine: Engine,
  names: ReadonlyArray<string>,
  pids: ReadonlyArray<number>,
  overlap: number,
): Promise<() => Promise<Measured>> => {
  const me = engine.as(owner)
  const ref = { _tag: "Name", owner, name: `overlap-${overlap}` } as const
  await me.datasets.create({
    name: ref.name,
    category: "other",
    taskType: "pointcloud-cuboid",
    taskAttributes: configuration,
    settings: { overlap },
  })
  for (const user of names) await me.collaborators.add(ref, { user, role: "labeler" })
  for (let from = 0; from < samples; from += 1000)
    await me.samples.createMany(
      ref,
      Array.from({ length: 1000 }, (_, index) => sampleInput(from + index)),
    )
  return async () => {
    const ids: Array<ClaimId> = []
    const measured = await measureWork(pids, people, async () => {
      for (const user of names)
        for await (const { claim } of await engine.as(user).queue.claim(ref, "labeling")) ids.push(claim.id)
    })
    if (ids.length !== people) throw new Error("The queue is empty.")
    for (const [index, id] of ids.entries())
      await engine.as(names[index] ?? owner).queue.perform(id, "submit", { attributes: label, time: 1000 })
    return measured
  }
}

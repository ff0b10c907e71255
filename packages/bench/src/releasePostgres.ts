/**
 * E1 and E2: releases on Postgres. The file as the worker writes it, against a stream and against Postgres writing its
 * rows itself; and the remaining claim rate during a release.
 */
import { fork } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { startPostgres } from "./harness/postgres.ts"
import { makeQueueWorld, type QueueWorld } from "./harness/queueWorld.ts"
import type { ReleaseFigures, ReleaserPlan } from "./harness/releaser.ts"
import { fillSamples } from "./harness/releaseWorld.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import type { Round } from "./harness/summary.ts"
import { releasePeers } from "./peers/releases.ts"

/** `BENCH_SAMPLES=1000000` measures the size of the targets, which takes long. */
const samples = Number(process.env["BENCH_SAMPLES"] ?? 50_000)
const schema = "release"
const clients = 8
const packages = ["@annotary/storage-postgres", "@effect/sql-pg", "pg"]

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const world = await makeQueueWorld(stage, { url, schema, open: 400_000, connections: clients })
  await fillSamples(url, schema, world.datasetId, samples)
  const plan = { url, schema, datasetId: world.datasetId, samples }
  const files = join(stage.folder, "files")
  mkdirSync(files)
  await measureReleases(stage, plan, files)
  await measureClaims(stage, world, startReleaser(stage, { ...plan, files }))
}

const measureReleases = async (stage: Stage, plan: ReleaserPlan, files: string): Promise<void> => {
  const peers = await releasePeers(stage, plan.url, schema, {
    stream: join(stage.folder, "peer.json"),
    copy: `${stage.folder}-postgres/peer.rows`,
  })
  const toFolder = startReleaser(stage, { ...plan, files })
  const toDatabase = startReleaser(stage, plan)
  const memory: Array<Round> = []
  const measureRate = async (release: Release) => samples / (await release()).seconds
  const what = `E1 release of ${samples} labeled samples on Postgres`
  await stage.compare({
    metric: `${what}, against a stream through @effect/sql-pg (samples/s)`,
    target: { of: "ratio", atLeast: 1.7 },
    packages,
    ours: () => measureRate(toFolder),
    peer: () => measureSeconds(peers.stream),
  })
  await stage.compare({
    metric: `${what}, against COPY TO by Postgres itself (samples/s)`,
    target: { of: "ratio", atLeast: 0.45 },
    packages,
    ours: async () => {
      const { peakMegabytes, seconds } = await toFolder()
      memory.push({ ours: peakMegabytes, peer: 200 })
      return samples / seconds
    },
    peer: () => measureSeconds(peers.copy),
  })
  await stage.compare({
    metric: `${what} into the database, against COPY TO by Postgres itself (samples/s)`,
    target: { of: "ratio", atLeast: 0 },
    packages,
    ours: () => measureRate(toDatabase),
    peer: () => measureSeconds(peers.copy),
  })
  stage.report(
    {
      metric: "E1 memory of the process at its highest, against 200 MB",
      target: { of: "ratio", atMost: 1 },
      packages,
    },
    memory,
  )
}

const measureSeconds = async (work: () => Promise<void>): Promise<number> => {
  const begun = performance.now()
  await work()
  return samples / ((performance.now() - begun) / 1000)
}

type Release = () => Promise<ReleaseFigures>

/** One release at a time, in its own process. */
const startReleaser = (stage: Stage, plan: ReleaserPlan): Release => {
  const program = fileURLToPath(new URL("harness/releaser.js", import.meta.url))
  const child = fork(program, [JSON.stringify(plan)])
  stage.defer(() => child.kill())
  return () =>
    new Promise((resolve, reject) => {
      const rejectEnded = () => reject(new Error("The process that makes releases ended."))
      child.once("exit", rejectEnded)
      child.once("message", (figures: ReleaseFigures) => {
        child.off("exit", rejectEnded)
        resolve(figures)
      })
      child.send("release")
    })
}

const rounds = 5
const aloneMillis = 2000

/** Claims during a release over claims alone; and those of the release's second half over those of its first. */
const measureClaims = async (stage: Stage, world: QueueWorld, release: Release): Promise<void> => {
  await release()
  await runClaims(world, (begun) => performance.now() < begun + aloneMillis)
  const beside: Array<Round> = []
  const halves: Array<Round> = []
  for (let i = 0; i < rounds; i++) {
    const begun = performance.now()
    const alone = await runClaims(world, () => performance.now() < begun + aloneMillis)
    let running = true
    const making = release().finally(() => {
      running = false
    })
    const during = await runClaims(world, () => running)
    await making
    beside.push({ ours: during.perSecond, peer: alone.perSecond })
    halves.push({ ours: during.secondHalf, peer: during.firstHalf })
  }
  stage.report(
    {
      metric: `E2 claims while ${samples} samples are released, over claims alone (claims/s)`,
      target: { of: "ratio", atLeast: 0.4 },
      packages,
    },
    beside,
  )
  stage.report(
    {
      metric: "E2 claims in the second half of the release, over those in its first (claims/s)",
      target: { of: "ratio", atLeast: 0.8 },
      packages,
    },
    halves,
  )
}

/** Concurrent claims by several people, each without open claims. */
const runClaims = async (world: QueueWorld, goOn: (begun: number) => boolean) => {
  const begun = performance.now()
  const times: Array<number> = []
  const runPerson = async () => {
    while (goOn(begun)) {
      await world.claim()
      times.push(performance.now())
    }
  }
  await Promise.all(Array.from({ length: clients }, runPerson))
  const seconds = (performance.now() - begun) / 1000
  const middle = begun + (seconds * 1000) / 2
  const first = times.filter((at) => at < middle).length
  return {
    perSecond: times.length / seconds,
    firstHalf: first / (seconds / 2),
    secondHalf: (times.length - first) / (seconds / 2),
  }
}

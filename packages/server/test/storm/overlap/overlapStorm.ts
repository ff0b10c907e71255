/** A storm in which several people label each sample, without seeing each other's labels, while servers are killed. */
import { makeRandoms } from "@annotary/test-support/random"
import { ensureBuilt } from "../../support/childServer.ts"
import type { StormDatabase } from "../databases.ts"
import { startFleet } from "../Fleet.ts"
import { Memory } from "../Memory.ts"
import { makeWires } from "../requests.ts"
import { adminKey, datasetsOf, prepare } from "../stage.ts"
import { type PhaseReport, runPhase, type StormSize } from "../storm.ts"
import { checkOverlaps, readOverlaps } from "./checkOverlaps.ts"
import { readOverlapsByApi } from "./readOverlapsByApi.ts"
import { watchAnswers } from "./watchAnswers.ts"

export interface OverlapStormReport {
  readonly database: string
  readonly samples: number
  readonly labeling: PhaseReport
  readonly kills: number
  /** People who never came back for their claims. */
  readonly gone: number
  /** Answers that were looked through for the labels of other people. */
  readonly answers: number
  /** Sentences; empty when all is well. */
  readonly wrong: ReadonlyArray<string>
}

const overlap = 3

export const runOverlapStorm = async (
  database: StormDatabase,
  size: StormSize,
  signal: AbortSignal,
): Promise<OverlapStormReport> => {
  await ensureBuilt()
  const random = makeRandoms(size.seed)
  const memory = new Memory()
  const environment = {
    ...database.environment,
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_LOG_LEVEL: "warning",
  }
  const fleet = await startFleet(size.processes, environment, random)
  const direct = makeWires(fleet.urls, random, signal)
  try {
    const datasets = datasetsOf(1)
    const people = await prepare(direct, 2 * size.clients + size.deserters, size.samples, datasets, {
      overlap,
    })
    const { count, leaks, wires } = watchAnswers(direct, memory, datasets[0] ?? "", random, 0.2)
    const gone: Array<string> = []
    const work = { ...size, samples: overlap * size.samples }
    const labeling = await runPhase({
      database,
      datasets,
      fleet,
      gone,
      memory,
      people,
      queue: "labeling",
      random,
      size: work,
      wires,
    })
    await fleet.whole()
    const stored = await (database.name === "memory"
      ? readOverlapsByApi(direct, datasets[0] ?? "", memory)
      : readOverlaps(database.rows))
    const wrong = [...leaks, ...checkOverlaps(memory, stored, overlap)]
    if (stored.samples.length !== size.samples)
      wrong.push(`there are ${stored.samples.length} samples with overlap`)
    wrong.push(...(await fleet.stop()))
    return {
      database: database.name,
      samples: size.samples,
      labeling,
      kills: fleet.kills(),
      gone: gone.length,
      answers: count(),
      wrong: wrong.slice(0, 20),
    }
  } finally {
    direct.close()
    fleet.end()
  }
}

/** Counts every call on one storage, and on all. */
import type { Storage, WebhookStorage } from "@annotary/core/effect"
import type { Layer } from "effect"
import { computeMedian } from "../harness/summary.ts"
import { type BudgetedCall, calls } from "./calls.ts"
import { type CountedWorld, type Counts, makeCountedWorld } from "./world.ts"

/** The counts of each call by its name. */
export type CountedCalls = Readonly<Record<string, Counts>>

/** Statements are prepared and caches are filled after so many calls. */
const warmUp = { single: 6, bulk: 2 }
/** Some calls do more once a second; the median is what a call costs. */
const counted = { single: 9, bulk: 5 }

/** Each call of `storage` creates an empty one. */
export const countCalls = async (
  storage: () => Layer.Layer<Storage | WebhookStorage>,
): Promise<CountedCalls> => {
  const countedCalls: Record<string, Counts> = {}
  for (const webhooksOn of [false, true]) {
    await using world = await makeCountedWorld({ storage: storage(), webhooksOn })
    for (const call of calls)
      if ((call.webhooksOn ?? false) === webhooksOn) countedCalls[call.name] = await countOne(world, call)
  }
  return countedCalls
}

const countOne = async (world: CountedWorld, { prepare, rows }: BudgetedCall): Promise<Counts> => {
  const { before, call } = await prepare(world)
  const kind = rows === undefined ? "single" : "bulk"
  const roundCounts: Array<Counts> = []
  for (let i = -warmUp[kind]; i < counted[kind]; i++) {
    await before?.()
    const counts = await world.count(call)
    if (i >= 0) roundCounts.push(counts)
  }
  return {
    operations: computeMedian(roundCounts.map(({ operations }) => operations)),
    statements: computeMedian(roundCounts.map(({ statements }) => statements)),
  }
}

/** A1, A2, A5: all pairs of cuboids that intersect, against spatial indexes, engines and the same search in C. */
import { type Boxes, findIntersections } from "@annotary/core/effect"
import { type Car, makeClustered, makeCoincident, makeUniform, toBoxes, withWalls } from "./harness/cars.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { compilePairs } from "./peers/compiled.ts"
import { countByRapier, countByThree, prepareRapier } from "./peers/engines.ts"
import {
  type CountPairs,
  countByBoxIntersect,
  countByFlatbush,
  countByKdbush,
} from "./peers/spatialIndexes.ts"

const scenes = { uniform: makeUniform, clustered: makeClustered }
const indexes: Readonly<Record<string, CountPairs>> = {
  flatbush: countByFlatbush,
  kdbush: countByKdbush,
  "box-intersect": countByBoxIntersect,
}
const bound = { pairs: 10_000_000, looks: Number.POSITIVE_INFINITY }
const all = () => true
const ours: CountPairs = (boxes) => findIntersections(boxes, bound, all).pairs.length / 2

export const runBenchmark: Benchmark = async (stage) => {
  await compareIndexes(stage)
  await compareEngines(stage)
  await compareC(stage)
  await compareGrowth(stage)
  await compareAwkward(stage)
}

const compareIndexes = async (stage: Stage): Promise<void> => {
  for (const [kind, scene] of Object.entries(scenes)) {
    for (const count of [100, 1000, 10_000, 100_000]) {
      const boxes = toBoxes(scene(count))
      for (const [name, peer] of Object.entries(indexes)) {
        requireSame(`${name}, ${count} ${kind}`, ours(boxes), peer(boxes))
        await stage.compare({
          metric: `A1 pairs of ${count} ${kind} cuboids over ${name} (searches/s)`,
          target: count < 10_000 ? { of: "ratio", atLeast: 1 } : { of: "ratio", atLeast: 4 },
          packages: [name],
          ours: async () => computeRate(count, () => ours(boxes)),
          peer: async () => computeRate(count, () => peer(boxes)),
        })
      }
    }
  }
}

/** From plain cuboids, on both sides. */
const compareEngines = async (stage: Stage): Promise<void> => {
  await prepareRapier()
  const cars = makeUniform(10_000)
  const fromCars = () => ours(toBoxes(cars))
  for (const [name, peer, atLeast] of [
    ["three", countByThree, 6],
    ["@dimforge/rapier3d-compat", countByRapier, 40],
  ] as const) {
    requireNear(name, fromCars(), peer(cars))
    await stage.compare({
      metric: `A2 pairs of 10000 uniform cuboids over ${name} (searches/s)`,
      target: { of: "ratio", atLeast },
      packages: [name],
      ours: async () => computeRate(10_000, fromCars),
      peer: async () => computeRate(100_000, () => peer(cars)),
    })
  }
}

const compareC = async (stage: Stage): Promise<void> => {
  const inC = compilePairs(stage.folder)
  if (inC === null) throw new Error("There is no C compiler to compare with.")
  for (const [kind, scene] of Object.entries(scenes)) {
    for (const count of [10_000, 100_000]) {
      const cars: ReadonlyArray<Car> = scene(count)
      const boxes = toBoxes(cars)
      requireSame(`C, ${count} ${kind}`, ours(boxes), inC(cars, 1).pairs)
      await stage.compare({
        metric: `A1 pairs of ${count} ${kind} cuboids, time over that of C (ms)`,
        target: { of: "ratio", atMost: 2.2 },
        packages: [],
        ours: async () => 1000 / computeRate(count, () => ours(boxes)),
        peer: async () => inC(cars, computeTimes(count)).millis,
      })
    }
  }
}

const compareGrowth = async (stage: Stage): Promise<void> => {
  for (const [kind, scene] of Object.entries(scenes)) {
    const [small, large] = [toBoxes(scene(10_000)), toBoxes(scene(100_000))]
    await compareTimes(stage, `A1 100000 ${kind} cuboids over 10000 of them (ms)`, 15, large, small)
  }
}

const compareAwkward = async (stage: Stage): Promise<void> => {
  const [walls, plain] = [toBoxes(withWalls(100_000)), toBoxes(makeUniform(100_000))]
  requireSame("walls over flatbush", ours(walls), countByFlatbush(walls))
  await compareTimes(
    stage,
    "A5 100000 cuboids, one in a hundred 800 m long, over uniform ones (ms)",
    4,
    walls,
    plain,
  )
  const heap = toBoxes(makeCoincident(100_000))
  const runCapped = () => {
    const { pairs, truncated } = findIntersections(heap, { pairs: 100_000, looks: 50_000_000 }, all)
    if (!truncated) throw new Error("The result does not report that it was truncated.")
    return pairs.length
  }
  await stage.compare({
    metric: "A5 100000 cuboids in one place, capped at 100000 pairs, over uniform ones (ms)",
    target: { of: "ratio", atMost: 4 },
    packages: [],
    ours: async () => 1000 / computeRate(100_000, runCapped),
    peer: async () => 1000 / computeRate(100_000, () => ours(plain)),
  })
}

const compareTimes = (stage: Stage, metric: string, atMost: number, one: Boxes, other: Boxes) =>
  stage.compare({
    metric,
    target: { of: "ratio", atMost },
    packages: [],
    ours: async () => 1000 / computeRate(one.count, () => ours(one)),
    peer: async () => 1000 / computeRate(other.count, () => ours(other)),
  })

/** About the same number of boxes in all, for every scene. */
const computeTimes = (count: number): number => Math.max(1, Math.round(100_000 / count))

const computeRate = (count: number, search: () => number): number => {
  const times = computeTimes(count)
  const begun = performance.now()
  for (let i = 0; i < times; i++) if (search() === 0) throw new Error("There are no pairs.")
  return (times * 1000) / (performance.now() - begun)
}

const requireSame = (what: string, mine: number, theirs: number): void => {
  if (mine !== theirs) throw new Error(`${what}: ${mine} pairs here, ${theirs} there.`)
}

/** Engines count touching boxes, or use single precision. */
const requireNear = (what: string, mine: number, theirs: number): void => {
  if (Math.abs(mine - theirs) > mine / 100) throw new Error(`${what}: ${mine} pairs here, ${theirs} there.`)
}

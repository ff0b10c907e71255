/** A1, A2, A5: all pairs of cuboids that intersect, against spatial indexes, engines and the same search in C. */
import { type Boxes, intersections } from "@annotary/core/effect"
import { boxesOf, type Car, clustered, coincident, uniform, withWalls } from "./harness/cars.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { compilePairs } from "./peers/compiled.ts"
import { byRapier, byThree, prepareRapier } from "./peers/engines.ts"
import { byBoxIntersect, byFlatbush, byKdbush, type CountPairs } from "./peers/spatialIndexes.ts"

const scenes = { uniform, clustered }
const indexes: Readonly<Record<string, CountPairs>> = {
  flatbush: byFlatbush,
  kdbush: byKdbush,
  "box-intersect": byBoxIntersect,
}
const bound = { pairs: 10_000_000, looks: Number.POSITIVE_INFINITY }
const all = () => true
const ours: CountPairs = (boxes) => intersections(boxes, bound, all).pairs.length / 2

export const benchmark: Benchmark = async (stage) => {
  await againstIndexes(stage)
  await againstEngines(stage)
  await againstC(stage)
  await growth(stage)
  await awkward(stage)
}

const againstIndexes = async (stage: Stage): Promise<void> => {
  for (const [kind, scene] of Object.entries(scenes)) {
    for (const count of [100, 1000, 10_000, 100_000]) {
      const boxes = boxesOf(scene(count))
      for (const [name, peer] of Object.entries(indexes)) {
        same(`${name}, ${count} ${kind}`, ours(boxes), peer(boxes))
        await stage.compare({
          metric: `A1 pairs of ${count} ${kind} cuboids over ${name} (searches/s)`,
          target: count < 10_000 ? { of: "ratio", atLeast: 1 } : { of: "ratio", atLeast: 4 },
          packages: [name],
          ours: async () => rate(count, () => ours(boxes)),
          peer: async () => rate(count, () => peer(boxes)),
        })
      }
    }
  }
}

/** From plain cuboids, on both sides. */
const againstEngines = async (stage: Stage): Promise<void> => {
  await prepareRapier()
  const cars = uniform(10_000)
  const fromCars = () => ours(boxesOf(cars))
  for (const [name, peer, atLeast] of [
    ["three", byThree, 6],
    ["@dimforge/rapier3d-compat", byRapier, 40],
  ] as const) {
    near(name, fromCars(), peer(cars))
    await stage.compare({
      metric: `A2 pairs of 10000 uniform cuboids over ${name} (searches/s)`,
      target: { of: "ratio", atLeast },
      packages: [name],
      ours: async () => rate(10_000, fromCars),
      peer: async () => rate(100_000, () => peer(cars)),
    })
  }
}

const againstC = async (stage: Stage): Promise<void> => {
  const inC = compilePairs(stage.folder)
  if (inC === null) throw new Error("There is no C compiler to compare with.")
  for (const [kind, scene] of Object.entries(scenes)) {
    for (const count of [10_000, 100_000]) {
      const cars: ReadonlyArray<Car> = scene(count)
      const boxes = boxesOf(cars)
      same(`C, ${count} ${kind}`, ours(boxes), inC(cars, 1).pairs)
      await stage.compare({
        metric: `A1 pairs of ${count} ${kind} cuboids, time over that of C (ms)`,
        target: { of: "ratio", atMost: 2.2 },
        packages: [],
        ours: async () => 1000 / rate(count, () => ours(boxes)),
        peer: async () => inC(cars, timesFor(count)).millis,
      })
    }
  }
}

const growth = async (stage: Stage): Promise<void> => {
  for (const [kind, scene] of Object.entries(scenes)) {
    const [small, large] = [boxesOf(scene(10_000)), boxesOf(scene(100_000))]
    await compareTimes(stage, `A1 100000 ${kind} cuboids over 10000 of them (ms)`, 15, large, small)
  }
}

const awkward = async (stage: Stage): Promise<void> => {
  const [walls, plain] = [boxesOf(withWalls(100_000)), boxesOf(uniform(100_000))]
  same("walls over flatbush", ours(walls), byFlatbush(walls))
  await compareTimes(
    stage,
    "A5 100000 cuboids, one in a hundred 800 m long, over uniform ones (ms)",
    4,
    walls,
    plain,
  )
  const heap = boxesOf(coincident(100_000))
  const capped = () => {
    const { pairs, truncated } = intersections(heap, { pairs: 100_000, looks: 50_000_000 }, all)
    if (!truncated) throw new Error("The result does not report that it was truncated.")
    return pairs.length
  }
  await stage.compare({
    metric: "A5 100000 cuboids in one place, capped at 100000 pairs, over uniform ones (ms)",
    target: { of: "ratio", atMost: 4 },
    packages: [],
    ours: async () => 1000 / rate(100_000, capped),
    peer: async () => 1000 / rate(100_000, () => ours(plain)),
  })
}

const compareTimes = (stage: Stage, metric: string, atMost: number, one: Boxes, other: Boxes) =>
  stage.compare({
    metric,
    target: { of: "ratio", atMost },
    packages: [],
    ours: async () => 1000 / rate(one.count, () => ours(one)),
    peer: async () => 1000 / rate(other.count, () => ours(other)),
  })

/** About the same number of boxes in all, for every scene. */
const timesFor = (count: number): number => Math.max(1, Math.round(100_000 / count))

const rate = (count: number, search: () => number): number => {
  const times = timesFor(count)
  const begun = performance.now()
  for (let i = 0; i < times; i++) if (search() === 0) throw new Error("There are no pairs.")
  return (times * 1000) / (performance.now() - begun)
}

const same = (what: string, mine: number, theirs: number): void => {
  if (mine !== theirs) throw new Error(`${what}: ${mine} pairs here, ${theirs} there.`)
}

/** Engines count touching boxes, or use single precision. */
const near = (what: string, mine: number, theirs: number): void => {
  if (Math.abs(mine - theirs) > mine / 100) throw new Error(`${what}: ${mine} pairs here, ${theirs} there.`)
}

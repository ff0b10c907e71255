/** A3: the whole check of a label with cuboids, from parsed JSON to warnings, over JSON.parse of the same text. */
import { checkLabel } from "@annotary/core"
import type { Configuration } from "@annotary/core/effect"
import { type Car, makeSparse, makeUniform } from "./harness/cars.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"

const configuration: Configuration = {
  format_version: "0.2",
  categories: [1, 2, 3].map((id) => ({ id, name: `category ${id}` })),
  warning_rules: [
    { name: "intersecting-cuboids", excluded_categories: [3] },
    { name: "cuboid-dimension-limits", categories: [], max: { x: 5.5 } },
  ],
}

export const runBenchmark: Benchmark = async (stage) => {
  for (const count of [1000, 10_000, 100_000]) {
    await compareChecks(stage, `A3 check of ${count} cuboids`, makeSparse(count), 0.5)
    await compareChecks(
      stage,
      `A3 check of ${count} cuboids, about one warning each`,
      makeUniform(count),
      1.5,
    )
  }
}

const compareChecks = async (
  stage: Stage,
  what: string,
  cars: ReadonlyArray<Car>,
  atMost: number,
): Promise<void> => {
  const text = labelText(cars)
  const label: unknown = JSON.parse(text)
  const { counts } = checkLabel(label, configuration)
  if ((counts["intersecting-cuboids"] ?? 0) === 0) throw new Error("Nothing was found.")
  const times = Math.max(1, Math.round(100_000 / cars.length))
  await stage.compare({
    metric: `${what} over JSON.parse of them (ms)`,
    target: { of: "ratio", atMost },
    packages: [],
    ours: async () => measureMillis(times, () => checkLabel(label, configuration).warnings.length > 0),
    peer: async () => measureMillis(times, () => typeof JSON.parse(text) === "object"),
  })
}

const labelText = (cars: ReadonlyArray<Car>): string =>
  JSON.stringify({
    format_version: "0.2",
    annotations: cars.map((car, index) => ({
      id: index + 1,
      category_id: 1 + (index % 3),
      type: "cuboid",
      ...car,
    })),
  })

const measureMillis = (times: number, once: () => boolean): number => {
  const begun = performance.now()
  for (let i = 0; i < times; i++) if (!once()) throw new Error("It did not work.")
  return (performance.now() - begun) / times
}

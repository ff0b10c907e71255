/** The same with ten million samples on Postgres. Takes about 20 GB of disk. */

import type { Benchmark } from "./harness/stage.ts"
import { scaleOn } from "./scale.ts"

export const runBenchmark: Benchmark = scaleOn(["Postgres"], 10_000_000)

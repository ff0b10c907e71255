/** The search for pairs in C, where the machine has a compiler. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Car } from "../harness/cars.ts"

export interface Searched {
  readonly millis: number
  readonly pairs: number
}

/** Null without a C compiler. */
export const compilePairs = (
  folder: string,
): ((cars: ReadonlyArray<Car>, times: number) => Searched) | null => {
  const program = join(folder, "pairs")
  const source = fileURLToPath(new URL("../../src/peers/pairs.c", import.meta.url))
  const { status } = spawnSync("cc", ["-O3", "-o", program, source, "-lm"], { stdio: "ignore" })
  if (status !== 0) return null
  return (cars, times) => {
    const { stdout } = spawnSync(program, [String(times)], { input: encodeCars(cars), encoding: "utf8" })
    const [millis = Number.NaN, pairs = Number.NaN] = stdout.split(" ").map(Number)
    return { millis, pairs }
  }
}

const encodeCars = (cars: ReadonlyArray<Car>): Uint8Array => {
  const view = new DataView(new ArrayBuffer(4 + cars.length * 56))
  view.setInt32(0, cars.length, true)
  cars.forEach(({ dimensions: d, position: p, yaw }, index) => {
    const numbers = [p.x, p.y, p.z, d.x, d.y, d.z, yaw]
    for (const [at, number] of numbers.entries()) view.setFloat64(4 + index * 56 + at * 8, number, true)
  })
  return new Uint8Array(view.buffer)
}

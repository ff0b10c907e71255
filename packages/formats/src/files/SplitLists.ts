/** Lists of the samples in each set, written when a set has its first sample. */
import type { OutputFile, Target } from "./Target.ts"

export class SplitLists<Set extends string> {
  readonly #files = new Map<Set, OutputFile>()
  readonly #pathOf: (set: Set) => string
  readonly #target: Target

  constructor(target: Target, pathOf: (set: Set) => string) {
    this.#target = target
    this.#pathOf = pathOf
  }

  async add(set: Set, line: string): Promise<void> {
    const file = this.#files.get(set) ?? (await this.#target.open(this.#pathOf(set)))
    this.#files.set(set, file)
    await file.write(`${line}\n`)
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close()
  }
}

/** A JSON file of several lists that grow at the same time: the first is written at once, the others behind it at the end. */
import type { OutputFile, Spool, Target } from "../files/Target.ts"

export class JsonFile {
  readonly #file: OutputFile
  readonly #spools: ReadonlyMap<string, Spool>
  readonly #counts = new Map<string, number>()

  private constructor(file: OutputFile, spools: ReadonlyMap<string, Spool>) {
    this.#file = file
    this.#spools = spools
  }

  /** `head` is the beginning of the document, up to the elements of the first list. */
  static async open(
    target: Target,
    path: string,
    head: string,
    later: ReadonlyArray<string>,
  ): Promise<JsonFile> {
    const file = await target.open(path)
    await file.write(head)
    const spools = new Map<string, Spool>()
    for (const name of later) spools.set(name, await target.spool())
    return new JsonFile(file, spools)
  }

  /** Adds an element to a later list, or to the first one. */
  add(list: string, element: string): Promise<void> {
    return this.addAll(list, [element])
  }

  async addAll(list: string, elements: ReadonlyArray<string>): Promise<void> {
    if (elements.length === 0) return
    const count = this.#counts.get(list) ?? 0
    this.#counts.set(list, count + elements.length)
    const text = elements.join(",\n")
    await (this.#spools.get(list) ?? this.#file).write(count === 0 ? text : `,\n${text}`)
  }

  count(list: string): number {
    return this.#counts.get(list) ?? 0
  }

  /** Writes the later lists that have elements or are listed in `always`, and the end of the document. */
  async close(
    tail: string,
    always: ReadonlyArray<string>,
    change: (list: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array | string> = (list) => list,
  ): Promise<void> {
    await this.#file.write("\n]")
    for (const [name, spool] of this.#spools) {
      await spool.close()
      if (!this.#counts.has(name) && !always.includes(name)) continue
      await this.#file.write(`,\n${JSON.stringify(name)}:[\n`)
      for await (const part of change(spool.contents())) await this.#file.write(part)
      await this.#file.write("\n]")
    }
    await this.#file.write(tail)
    await this.#file.close()
  }
}

/** Replacements in a text, collected in any order and applied together. */

export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly by: string
}

export class TextEdits {
  readonly #edits: Array<TextEdit> = []

  constructor(readonly text: string) {}

  /** Replaces a part. Parts must not overlap. Replacing a part by itself has no effect. */
  replace(start: number, end: number, by: string): void {
    if (this.text.slice(start, end) !== by) this.#edits.push({ start, end, by })
  }

  /** Removes items of an array, with the commas between them. */
  removeItems(
    items: ReadonlyArray<readonly [start: number, end: number]>,
    gone: (index: number) => boolean,
  ): void {
    let keptBefore = false
    for (const [index, [start, end]] of items.entries()) {
      if (!gone(index)) {
        keptBefore = true
        continue
      }
      const before = items[index - 1]
      const after = items[index + 1]
      if (keptBefore && before !== undefined) this.replace(before[1], end, "")
      else this.replace(start, after === undefined ? end : after[0], "")
    }
  }

  /** The edited text; the same string without edits. */
  apply(): string {
    if (this.#edits.length === 0) return this.text
    const sorted = this.#edits.toSorted((a, b) => a.start - b.start)
    const pieces: Array<string> = []
    let at = 0
    for (const { by, end, start } of sorted) {
      pieces.push(this.text.slice(at, start), by)
      at = end
    }
    pieces.push(this.text.slice(at))
    return pieces.join("")
  }
}

/** Replacements in a text, noted in any order and made at once. */

export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly by: string
}

export class TextEdits {
  readonly #edits: Array<TextEdit> = []

  constructor(readonly text: string) {}

  /** No two may overlap. Replacing a part by itself is none. */
  replace(start: number, end: number, by: string): void {
    if (this.text.slice(start, end) !== by) this.#edits.push({ start, end, by })
  }

  /** Takes items out of an array, with the commas that stand between. */
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

  /** The very same text when nothing was noted. */
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

/** The places of values in a text: of arrays and objects, and of the members of the outer two levels. */

/** Values of deeper levels are found by their object. */
const maxDepth = 8
const outerLevels = 2

export interface Part {
  readonly start: number
  readonly end: number
  /** The number of containers around the value. */
  readonly depth: number
}

export class PartList {
  /** In the order of their starts: a container comes before its items. */
  private starts: Array<number> = []
  private ends: Array<number> = []
  private depths: Array<number> = []

  get count(): number {
    return this.starts.length
  }

  /** Begins a value. Returns the index to {@link close} it with; -1 for a value that is not listed. */
  open(start: number, depth: number, isContainer: boolean): number {
    if (depth > (isContainer ? maxDepth : outerLevels)) return -1
    this.ends.push(start)
    this.depths.push(depth)
    return this.starts.push(start) - 1
  }

  close(index: number, end: number): void {
    if (index >= 0) this.ends[index] = end
  }

  /** The values that contain a range, the innermost first. */
  findAround(from: number, to: number): Array<Part> {
    const { depths, ends, starts } = this
    const parts: Array<Part> = []
    for (let index = 0; index < starts.length; index++) {
      const [start = 0, end = 0, depth = 0] = [starts[index], ends[index], depths[index]]
      if (start > from) break
      if (end >= to) parts.push({ start, end, depth })
    }
    return parts.reverse()
  }

  /** The list of a text in which `part` has become longer by `delta` bytes and has the values of `inside`. */
  replace(part: Part, inside: PartList, delta: number): PartList {
    const next = new PartList()
    this.starts.forEach((start, index) => {
      const [end = 0, depth = 0] = [this.ends[index], this.depths[index]]
      if (start < part.start) next.add(start, end > part.start ? end + delta : end, depth)
      else if (start === part.start) next.addAll(inside)
      else if (start >= part.end) next.add(start + delta, end + delta, depth)
    })
    return next
  }

  private add(start: number, end: number, depth: number): void {
    this.starts.push(start)
    this.ends.push(end)
    this.depths.push(depth)
  }

  private addAll({ depths, ends, starts }: PartList): void {
    for (let index = 0; index < starts.length; index++)
      this.add(starts[index] ?? 0, ends[index] ?? 0, depths[index] ?? 0)
  }
}

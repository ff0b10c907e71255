/** Values of one object by frame. Most objects have one frame, for which a `Map` takes longer than all else that is done with them. */
export class FrameMap<A> {
  #more: Map<number, A> | null = null

  constructor(
    /** The frame that was added first. */
    readonly frame: number,
    readonly first: A,
  ) {}

  get size(): number {
    return this.#more === null ? 1 : this.#more.size
  }

  has(frame: number): boolean {
    return this.#more === null ? frame === this.frame : this.#more.has(frame)
  }

  get(frame: number): A | undefined {
    if (this.#more !== null) return this.#more.get(frame)
    return frame === this.frame ? this.first : undefined
  }

  add(frame: number, value: A): void {
    this.#more ??= new Map([[this.frame, this.first]])
    this.#more.set(frame, value)
  }

  listFrames(): Iterable<number> {
    return this.#more === null ? [this.frame] : this.#more.keys()
  }

  listValues(): Iterable<A> {
    return this.#more === null ? [this.first] : this.#more.values()
  }
}

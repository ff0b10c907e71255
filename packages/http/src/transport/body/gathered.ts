/**
 * The bytes of one body as they are gathered. Where many are announced they are written into one memory as they come: joining
 * them at the end would be one long pause for everybody else.
 */
import type { Lease } from "./budget.ts"

/** Announced bodies of this size and above are given their memory at once. */
const largeBytes = 1024 * 1024

export class Gathered {
  private readonly whole: Uint8Array | undefined
  /** What did not fit into the memory, or all where there is none. */
  private readonly chunks: Array<Uint8Array> = []
  private at = 0
  private beyond = 0

  /** `announced`: how many bytes are to be expected, where that is known. */
  constructor(
    private readonly lease: Lease,
    announced: number | undefined,
  ) {
    if (announced !== undefined && announced >= largeBytes && lease.take(announced))
      this.whole = Buffer.allocUnsafeSlow(announced)
  }

  get length(): number {
    return this.at + this.beyond
  }

  /** False when the process has no room for it. */
  push(chunk: Uint8Array): boolean {
    if (this.whole !== undefined && this.beyond === 0 && this.at + chunk.length <= this.whole.length) {
      this.whole.set(chunk, this.at)
      this.at += chunk.length
      return true
    }
    this.beyond += chunk.length
    this.chunks.push(chunk)
    return this.lease.take(chunk.length)
  }

  /** All of them; memory of their own unless they are few. */
  bytes(): Uint8Array {
    const begun = this.whole?.subarray(0, this.at)
    if (begun !== undefined && this.beyond === 0) return begun
    const [first, ...others] = this.chunks
    if (begun === undefined && first !== undefined && others.length === 0 && first.length < largeBytes)
      return first
    return Buffer.concat(begun === undefined ? this.chunks : [begun, ...this.chunks], this.length)
  }
}

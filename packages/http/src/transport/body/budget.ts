/** Limits the bytes of inflated JSON that a process handles at a time. Requests beyond the limit get a 503. */

export interface Lease {
  /** Takes bytes from the budget. Returns false when they exceed it. */
  readonly take: (bytes: number) => boolean
  /** Returns all taken bytes. */
  readonly release: () => void
}

/** A number of bytes shared by the requests of a process. */
export class Budget {
  private used = 0

  constructor(readonly bytes: number) {}

  lease(): Lease {
    let taken = 0
    return {
      take: (bytes) => {
        if (this.used + bytes > this.bytes) return false
        this.used += bytes
        taken += bytes
        return true
      },
      release: () => {
        this.used -= taken
        taken = 0
      },
    }
  }
}

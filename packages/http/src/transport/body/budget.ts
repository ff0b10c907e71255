/** Limits how many bytes of inflated JSON a process works on at one time. Requests beyond it get a 503. */

export interface Lease {
  /** Takes more bytes; false when they exceed the budget. */
  readonly take: (bytes: number) => boolean
  /** Gives all of it back. */
  readonly release: () => void
}

/** A number of bytes that the requests of a process share. */
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

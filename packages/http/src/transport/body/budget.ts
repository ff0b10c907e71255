/** How many bytes of inflated JSON a process has in work at one time. What does not fit is asked to come back later. */

export interface Lease {
  /** Asks for more bytes; false when there is no room. */
  readonly take: (bytes: number) => boolean
  /** Gives all of it back. */
  readonly release: () => void
}

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

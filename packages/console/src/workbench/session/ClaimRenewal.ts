/** Renews a claim at a third of its lease while somebody works on its sample. */
import { defaultLeaseSeconds } from "@annotary/core/check"
import { hasStatus } from "../../api/problem.ts"

interface RenewalPorts {
  /** Renews a claim, and returns until when it counts, in milliseconds since 1970. */
  readonly renew: (claim: string) => Promise<number>
  readonly onRenewed: (expiresAt: number) => void
  /** The claim has ended. */
  readonly onLost: (error: unknown) => void
  /** Nobody is signed in any more. */
  readonly onSignedOut: (error: unknown) => void
  /** Whether nobody has worked for so long that the sample may go to others. */
  readonly isIdle: () => boolean
  /** The claim is not renewed until somebody works again. */
  readonly onIdle: () => void
}

export class ClaimRenewal {
  private timer: ReturnType<typeof setTimeout> | undefined
  private claim: string | undefined
  private isPaused = false

  constructor(private readonly ports: RenewalPorts) {}

  start(claim: string): void {
    this.stop()
    this.claim = claim
    this.timer = setTimeout(() => void this.renew(claim), (defaultLeaseSeconds * 1000) / 3)
  }

  /** A late answer changes nothing more. */
  stop(): void {
    clearTimeout(this.timer)
    this.claim = undefined
    this.isPaused = false
  }

  /** Renews at once, after a pause. */
  resume(): void {
    if (!this.isPaused || this.claim === undefined) return
    this.isPaused = false
    void this.renewNow(this.claim)
  }

  private async renew(claim: string): Promise<void> {
    if (!this.ports.isIdle()) return this.renewNow(claim)
    this.isPaused = true
    this.ports.onIdle()
  }

  private async renewNow(claim: string): Promise<void> {
    try {
      const expiresAt = await this.ports.renew(claim)
      if (this.claim !== claim) return
      this.ports.onRenewed(expiresAt)
    } catch (error) {
      if (this.claim !== claim) return
      if (hasStatus(error, 404, 409)) return this.ports.onLost(error)
      if (hasStatus(error, 401)) this.ports.onSignedOut(error)
      // Offline or overloaded: the lease has two thirds left to try again.
    }
    this.start(claim)
  }
}

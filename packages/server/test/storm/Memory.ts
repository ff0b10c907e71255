/** What the clients of a storm saw: who was given what, for how long, and what became of it. */

export type QueueName = "labeling" | "reviewing"
export type WorkAction = "submit" | "accept" | "reject"

/** A claim that a client was answered. Instants are milliseconds of the one clock that all processes share. */
export interface Grant {
  readonly claim: string
  readonly sample: string
  readonly user: string
  readonly queue: QueueName
  readonly claimedAt: number
  /** The latest end of its lease that the client heard of. */
  expiresAt: number
  end: End | null
}

/** How the client ended a claim. `open`: no answer yet, so it may have been done or not. */
export interface End {
  readonly action: WorkAction | "give back"
  /** Stands in the body of a submit, and in no other. */
  readonly token: string
  readonly sentAt: number
  outcome: "open" | "done" | "refused"
}

export class Memory {
  readonly grants = new Map<string, Grant>()
  /** Sentences about answers that should not have been. */
  readonly faults: Array<string> = []
  /** When work was acknowledged, by queue. */
  readonly done: { readonly [Queue in QueueName]: Array<number> } = { labeling: [], reviewing: [] }

  /** Notes what a claim was answered; its own open claims come again with a later end. */
  granted(given: Omit<Grant, "end">): Grant {
    const known = this.grants.get(given.claim)
    if (known === undefined) {
      const grant = { ...given, end: null }
      this.grants.set(given.claim, grant)
      return grant
    }
    if (known.sample !== given.sample || known.user !== given.user)
      this.faults.push(
        `claim ${given.claim} is ${known.user}'s on ${known.sample} and ${given.user}'s on ${given.sample}`,
      )
    known.expiresAt = Math.max(known.expiresAt, given.expiresAt)
    return known
  }

  acknowledged(grant: Grant, end: End): void {
    end.outcome = "done"
    if (end.action !== "give back") this.done[grant.queue].push(Date.now())
  }
}

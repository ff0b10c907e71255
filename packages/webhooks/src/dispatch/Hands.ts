/**
 * What this process has in its hands: requests that wait in their endpoint's line, that are being sent, that were sent and are
 * not yet told of, and that are to be given back. All of them are leased and have to be renewed. Plain bookkeeping, without effects.
 */
import type { EndpointId } from "../domain/ids.ts"
import type { ClaimedRequest } from "../ports/claims.ts"

export interface Held {
  readonly request: ClaimedRequest
  /** Not before this instant; of this process's monotonic clock, in milliseconds. */
  readonly startsAt: number
  /** What to add to this machine's clock to have the storage's. */
  readonly clockOffset: number
  /** Until when the lease certainly lasts, by the monotonic clock: counted from before it was asked for. */
  validUntil: number
  state: "waiting" | "sending" | "sent" | "returning"
}

/** A test is a request of its own. */
export const isTest = ({ deliveries }: ClaimedRequest): boolean => deliveries[0]?.delivery.origin === "test"

interface Line {
  sending: number
  readonly waiting: Array<Held>
}

export class Hands {
  private readonly all = new Map<string, Held>()
  private readonly lines = new Map<EndpointId, Line>()
  /** Tests that are being sent: they stand in no line. */
  private tests = 0
  private readonly perEndpoint: number

  constructor(perEndpoint: number) {
    this.perEndpoint = perEndpoint
  }

  get size(): number {
    return this.all.size
  }

  get sending(): number {
    let sending = this.tests
    for (const line of this.lines.values()) sending += line.sending
    return sending
  }

  requests(): ReadonlyArray<ClaimedRequest> {
    return [...this.all.values()].map(({ request }) => request)
  }

  byToken(token: string): Held | undefined {
    return this.all.get(token)
  }

  /** Takes it up; answers it when it may begin at once. Else it waits in line; when nothing is begun any more, all do. */
  take(held: Held, stopping = false): Held | undefined {
    this.all.set(held.request.token, held)
    if (isTest(held.request)) {
      held.state = stopping ? "returning" : "sending"
      if (!stopping) this.tests += 1
      return stopping ? undefined : held
    }
    const line = this.lineOf(held)
    if (stopping || !this.hasRoom(held, line)) {
      line.waiting.push(held)
      return undefined
    }
    this.start(held, line)
    return held
  }

  /** It was sent, or given up; answers who may begin in its place. */
  sent(held: Held, stopping = false): Held | undefined {
    if (held.state === "sending" && isTest(held.request)) {
      held.state = "sent"
      this.tests -= 1
      return undefined
    }
    const { id } = held.request.endpoint
    const line = this.lines.get(id)
    if (line === undefined || held.state !== "sending") return undefined
    held.state = "sent"
    line.sending -= 1
    const next = line.waiting[0]
    if (next !== undefined && !stopping && this.hasRoom(next, line)) {
      line.waiting.shift()
      this.start(next, line)
      return next
    }
    if (line.sending === 0 && line.waiting.length === 0) this.lines.delete(id)
    return undefined
  }

  /** It is told of, or lost: nothing more is known of it here. */
  forget(token: string): void {
    const held = this.all.get(token)
    if (held?.state === "waiting") this.leave(held)
    this.all.delete(token)
  }

  /**
   * Takes those out of their lines that wait and were never begun: of these endpoints, or of all. Answers them, with those that
   * could not be given back before. They stay in hand, leased, until the storage has them and they are forgotten.
   */
  withdraw(endpoints?: ReadonlySet<EndpointId>): ReadonlyArray<Held> {
    for (const held of this.all.values()) {
      if (held.state !== "waiting" || endpoints?.has(held.request.endpoint.id) === false) continue
      this.leave(held)
      held.state = "returning"
    }
    return [...this.all.values()].filter(({ state }) => state === "returning")
  }

  /** An endpoint with a rate has its places given out already; to wait in line would move them into those of others. */
  private hasRoom({ request }: Held, line: Line): boolean {
    return request.endpoint.rateLimit !== null || line.sending < this.perEndpoint
  }

  private start(held: Held, line: Line): void {
    held.state = "sending"
    line.sending += 1
  }

  private leave(held: Held): void {
    const { id } = held.request.endpoint
    const line = this.lines.get(id)
    if (line === undefined) return
    const at = line.waiting.indexOf(held)
    if (at >= 0) line.waiting.splice(at, 1)
    if (line.sending === 0 && line.waiting.length === 0) this.lines.delete(id)
  }

  private lineOf({ request }: Held): Line {
    const known = this.lines.get(request.endpoint.id)
    if (known !== undefined) return known
    const line: Line = { sending: 0, waiting: [] }
    this.lines.set(request.endpoint.id, line)
    return line
  }
}

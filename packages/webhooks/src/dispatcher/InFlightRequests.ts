/**
 * The requests that this process has leased: queued behind others of their endpoint, being sent, sent but not
 * saved, or to be given back. All their leases have to be renewed. Synchronous bookkeeping, without effects.
 */
import type { ClaimedRequest, EndpointId } from "@annotary/core/effect"

export interface InFlightRequest {
  readonly request: ClaimedRequest
  /** The earliest time to send, in milliseconds of this process's monotonic clock. */
  readonly startsAt: number
  /** Milliseconds to add to this machine's clock to get the storage's. */
  readonly clockOffset: number
  /** The earliest end of the lease, by the monotonic clock: counted from before the claim was sent. */
  validUntil: number
  state: "queued" | "sending" | "sent" | "returning"
}

/** A test event is always a request with a single delivery. */
export const isTest = ({ deliveries }: ClaimedRequest): boolean => deliveries[0]?.delivery.origin === "test"

interface EndpointQueue {
  sending: number
  readonly queued: Array<InFlightRequest>
}

export class InFlightRequests {
  private readonly all = new Map<string, InFlightRequest>()
  private readonly queues = new Map<EndpointId, EndpointQueue>()
  /** Tests that are being sent. They are in no queue. */
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
    for (const queue of this.queues.values()) sending += queue.sending
    return sending
  }

  listRequests(): ReadonlyArray<ClaimedRequest> {
    return [...this.all.values()].map(({ request }) => request)
  }

  findByToken(token: string): InFlightRequest | undefined {
    return this.all.get(token)
  }

  /**
   * Adds a request. Returns it when it may begin at once; otherwise it is queued. While stopping, every request
   * is queued.
   */
  add(entry: InFlightRequest, stopping = false): InFlightRequest | undefined {
    this.all.set(entry.request.token, entry)
    if (isTest(entry.request)) {
      entry.state = stopping ? "returning" : "sending"
      if (!stopping) this.tests += 1
      return stopping ? undefined : entry
    }
    const queue = this.getQueue(entry)
    if (stopping || !this.hasCapacity(entry, queue)) {
      queue.queued.push(entry)
      return undefined
    }
    this.start(entry, queue)
    return entry
  }

  /** Marks a request as sent or given up. Returns the request that may begin in its place. */
  markSent(entry: InFlightRequest, stopping = false): InFlightRequest | undefined {
    if (entry.state === "sending" && isTest(entry.request)) {
      entry.state = "sent"
      this.tests -= 1
      return undefined
    }
    const { id } = entry.request.endpoint
    const queue = this.queues.get(id)
    if (queue === undefined || entry.state !== "sending") return undefined
    entry.state = "sent"
    queue.sending -= 1
    const next = queue.queued[0]
    if (next !== undefined && !stopping && this.hasCapacity(next, queue)) {
      queue.queued.shift()
      this.start(next, queue)
      return next
    }
    if (queue.sending === 0 && queue.queued.length === 0) this.queues.delete(id)
    return undefined
  }

  /** Removes a request whose result is saved, or whose lease was lost. */
  remove(token: string): void {
    const entry = this.all.get(token)
    if (entry?.state === "queued") this.leave(entry)
    this.all.delete(token)
  }

  /**
   * Takes the queued requests of these endpoints, or of all, out of their queues. Returns them with those that
   * could not be given back before. They stay here, leased, until the storage has released them and they are
   * removed.
   */
  withdraw(endpoints?: ReadonlySet<EndpointId>): ReadonlyArray<InFlightRequest> {
    for (const entry of this.all.values()) {
      if (entry.state !== "queued" || endpoints?.has(entry.request.endpoint.id) === false) continue
      this.leave(entry)
      entry.state = "returning"
    }
    return [...this.all.values()].filter(({ state }) => state === "returning")
  }

  /**
   * Requests to an endpoint with a rate limit have their times assigned already; queueing would move them into
   * the times of others.
   */
  private hasCapacity({ request }: InFlightRequest, queue: EndpointQueue): boolean {
    return request.endpoint.rateLimit !== null || queue.sending < this.perEndpoint
  }

  private start(entry: InFlightRequest, queue: EndpointQueue): void {
    entry.state = "sending"
    queue.sending += 1
  }

  private leave(entry: InFlightRequest): void {
    const { id } = entry.request.endpoint
    const queue = this.queues.get(id)
    if (queue === undefined) return
    const at = queue.queued.indexOf(entry)
    if (at >= 0) queue.queued.splice(at, 1)
    if (queue.sending === 0 && queue.queued.length === 0) this.queues.delete(id)
  }

  private getQueue({ request }: InFlightRequest): EndpointQueue {
    const openQueue = this.queues.get(request.endpoint.id)
    if (openQueue !== undefined) return openQueue
    const queue: EndpointQueue = { sending: 0, queued: [] }
    this.queues.set(request.endpoint.id, queue)
    return queue
  }
}

/** Takes versions of other labels one after the other: each waits for files, and depends on what the label has after the one before. */

type Take = (signal: AbortSignal) => Promise<void> | void

interface PendingTake {
  readonly letter: string
  readonly controller: AbortController
  readonly done: Promise<void>
}

export class TakeQueue {
  private last: Promise<unknown> = Promise.resolve()
  /** By the id of the difference. */
  private readonly pending = new Map<string, PendingTake>()
  private failureCount = 0

  get isEmpty(): boolean {
    return this.pending.size === 0
  }

  /**
   * Runs a take after those before it. One of the same difference that is not done is dropped, and changes nothing any more. The same letter again
   * is the same take. Fails with the take, unless that was dropped.
   */
  run(of: string, letter: string, take: Take): Promise<void> {
    const before = this.pending.get(of)
    if (before?.letter === letter) return before.done
    before?.controller.abort()
    const controller = new AbortController()
    const { signal } = controller
    const done = this.last
      .then(() => (signal.aborted ? undefined : take(signal)))
      .catch((error: unknown) => {
        if (signal.aborted) return
        this.failureCount += 1
        throw error
      })
      .finally(() => {
        if (this.pending.get(of)?.controller === controller) this.pending.delete(of)
      })
    this.pending.set(of, { letter, controller, done })
    this.last = done.catch(() => {})
    return done
  }

  /** Waits until all are done. False where one has failed meanwhile. */
  async waitUntilEmpty(): Promise<boolean> {
    const before = this.failureCount
    while (!this.isEmpty) await this.last
    return this.failureCount === before
  }
}

/**
 * Measures the work on a claimed sample that was not sent yet: the time in which the person did something, and the longer pauses between.
 * The times are kept outside of the page, so that a reload loses none and two pages count no moment twice.
 */
import type { WorkTimes, WorkTimesStore } from "./WorkTimesStore.ts"
import type { QueueName } from "./work.ts"

/** Times as the API takes them, in whole milliseconds. */
export interface Reading {
  readonly time: number
  readonly inactive_time: number
}

/** Activities that follow closer are not noted: the next one counts their time too. In milliseconds. */
const resolution = 100

interface MeasuredClaim {
  readonly user: string
  readonly queue: QueueName
  readonly sample: string
  readonly claim: string
  /** Milliseconds without any activity that count as inactive. */
  readonly pause: number
}

export class ActivityClock {
  constructor(
    private readonly store: WorkTimesStore,
    private readonly measured: MeasuredClaim,
    start: number,
  ) {
    const times = store.find(measured)
    // The time without a claim is no work. What was done before and never sent is.
    if (times?.claim !== measured.claim)
      this.put({ active: 0, inactive: 0, ...times, claim: measured.claim }, start)
    else this.note(times, start)
  }

  /** Notes that the person does something now. */
  beat(now: number): void {
    const times = this.find()
    if (times !== undefined && this.computeIdleTime(now) >= resolution) this.note(times, now)
  }

  /** The times until now that were not sent. */
  read(now: number): Reading {
    const times = this.find()
    const { active, inactive } = times === undefined ? { active: 0, inactive: 0 } : this.note(times, now)
    return { time: active, inactive_time: inactive }
  }

  /** Takes off what was sent, after a save. */
  takeOff({ inactive_time, time }: Reading): void {
    const times = this.find()
    if (times === undefined) return
    const { active, inactive } = times
    this.store.put(this.measured, { ...times, active: active - time, inactive: inactive - inactive_time })
  }

  /** Forgets the sample, whose work has ended. */
  end(): void {
    if (this.find() !== undefined) this.store.remove(this.measured)
  }

  /** Undefined once another page has ended the work, or continues it under another claim. */
  private find(): WorkTimes | undefined {
    const times = this.store.find(this.measured)
    return times?.claim === this.measured.claim ? times : undefined
  }

  private computeIdleTime(now: number): number {
    return Math.max(now - (this.store.lastActivity(this.measured.user) ?? now), 0)
  }

  /** Counts the time since the last activity of the person on any page. */
  private note(times: WorkTimes, now: number): WorkTimes {
    const gap = this.computeIdleTime(now)
    const { active, inactive } = times
    return this.put(
      gap > this.measured.pause ? { ...times, inactive: inactive + gap } : { ...times, active: active + gap },
      now,
    )
  }

  private put(times: WorkTimes, now: number): WorkTimes {
    this.store.put(this.measured, times)
    this.store.noteActivity(this.measured.user, now)
    return times
  }
}

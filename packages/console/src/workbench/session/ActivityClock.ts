/** Measures the work on a sample: the time in which the person did something, and the longer pauses between. */
export class ActivityClock {
  private active = 0
  private inactive = 0
  private last: number

  /** `pause` is how long nothing must happen to count as inactive, in milliseconds. */
  constructor(
    private readonly pause: number,
    start: number,
  ) {
    this.last = start
  }

  /** Notes that the person does something now. */
  pulse(now: number): void {
    const gap = Math.max(now - this.last, 0)
    if (gap > this.pause) this.inactive += gap
    else this.active += gap
    this.last = now
  }

  /** Whole milliseconds until now, as the API takes them. */
  read(now: number): { readonly time: number; readonly inactive_time: number } {
    this.pulse(now)
    return { time: Math.round(this.active), inactive_time: Math.round(this.inactive) }
  }
}

/** The work of a person on a sample, as somebody beside them measures it: a gap that is longer than a pause may be is not work. */
export class Stopwatch {
  private active = 0
  private paused = 0

  constructor(
    private last: number,
    /** The longest gap that is work, in milliseconds. */
    private readonly pause: number,
  ) {}

  /** Notes that the person does something now. */
  note(now: number): void {
    const gap = now - this.last
    if (gap > this.pause) this.paused += gap
    else this.active += gap
    this.last = now
  }

  /** The times since the last reading. */
  read(now: number): { readonly time: number; readonly paused: number } {
    this.note(now)
    const { active: time, paused } = this
    this.active = 0
    this.paused = 0
    return { time, paused }
  }
}

/**
 * A body with a minimum rate: a slower body ends its request with 408 and frees its connection. Time during which this
 * process pauses the sender does not count.
 */
import { Refused } from "../problem/problem.ts"
import { slowBody } from "../problem/refusals.ts"
import type { BodySource } from "./source.ts"

export interface Pace {
  /** A body below this rate is slow. */
  readonly slowBytesPerSecond: number
  /** The longest time that a body may be slow. */
  readonly slowMillis: number
}

/** The same body, refused when it is slow for too long. */
export const limitPace = (source: BodySource, pace: Pace): BodySource =>
  source.length === 0
    ? source
    : {
        length: source.length,
        read: (sink) => {
          const watch = new Watch(pace, () => {
            flow.stop()
            sink.fail(new Refused({ problem: slowBody }))
          })
          const flow = source.read({
            data: (chunk) => {
              watch.bytes += chunk.length
              sink.data(chunk)
            },
            end: () => {
              watch.close()
              sink.end()
            },
            fail: (refusal) => {
              watch.close()
              sink.fail(refusal)
            },
          })
          watch.start()
          return {
            pause: () => {
              watch.stop()
              flow.pause()
            },
            resume: () => {
              watch.start()
              flow.resume()
            },
            stop: () => {
              watch.close()
              flow.stop()
            },
          }
        },
      }

class Watch {
  /** Bytes of the current window. */
  bytes = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private isClosed = false
  private readonly least: number

  constructor(
    private readonly pace: Pace,
    private readonly slow: () => void,
  ) {
    this.least = (pace.slowBytesPerSecond * pace.slowMillis) / 1000
  }

  /** Begins a window, unless one has begun or the body has ended. A reader may resume the body after its end. */
  start(): void {
    if (this.isClosed || this.timer !== undefined) return
    this.bytes = 0
    this.timer = setTimeout(() => {
      this.timer = undefined
      if (this.bytes >= this.least) return this.start()
      this.close()
      this.slow()
    }, this.pace.slowMillis)
    // The watched socket keeps the process alive already.
    this.timer.unref()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** Stops permanently. */
  close(): void {
    this.isClosed = true
    this.stop()
  }
}

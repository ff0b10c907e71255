/**
 * A body with a least rate: a request whose body is slower ends with 408, and its connection is free again. Time in which this
 * process lets the sender wait does not count.
 */
import { Refused } from "../problem/problem.ts"
import { slowBody } from "../problem/refusals.ts"
import type { BodySource } from "./source.ts"

export interface Pace {
  /** A body below this rate is slow. */
  readonly slowBytesPerSecond: number
  /** For how long it may be. */
  readonly slowMillis: number
}

/** The same body, refused when it was slow for too long. */
export const paced = (source: BodySource, pace: Pace): BodySource =>
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
  /** Those of the current window. */
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

  /** Begins a window, unless one has begun or the body has ended: who reads it may resume it after that. */
  start(): void {
    if (this.isClosed || this.timer !== undefined) return
    this.bytes = 0
    this.timer = setTimeout(() => {
      this.timer = undefined
      if (this.bytes >= this.least) return this.start()
      this.close()
      this.slow()
    }, this.pace.slowMillis)
    // It watches a socket, which keeps the process alive by itself.
    this.timer.unref()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** Stops for good. */
  close(): void {
    this.isClosed = true
    this.stop()
  }
}

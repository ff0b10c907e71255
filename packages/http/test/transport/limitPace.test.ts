import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { limitPace } from "../../src/transport/body/limitPace.ts"
import { type BodySink, type BodySource, cutShort } from "../../src/transport/body/source.ts"
import type { Refused } from "../../src/transport/problem/problem.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A body pushed by the test, and what became of it. */
const pacedBody = () => {
  const sinks: Array<BodySink> = []
  const source: BodySource = {
    length: undefined,
    read: (sink) => {
      sinks.push(sink)
      return { pause: () => {}, resume: () => {}, stop: () => {} }
    },
  }
  const failures: Array<Refused> = []
  const flow = limitPace(source, { slowBytesPerSecond: 10, slowMillis: 1_000 }).read({
    data: () => {},
    end: () => {},
    fail: (refusal) => void failures.push(refusal),
  })
  const sink = sinks[0]
  assert.isDefined(sink)
  return { sink, flow, failures }
}

describe("a body that must flow", () => {
  it("is refused once when it does not", () => {
    const { failures, flow } = pacedBody()
    vi.advanceTimersByTime(1_000)
    assert.deepStrictEqual(
      failures.map(({ problem }) => problem.code),
      ["slow_body"],
    )
    flow.resume()
    assert.strictEqual(vi.getTimerCount(), 0)
  })

  it("is not refused while we let its sender wait", () => {
    const { failures, flow } = pacedBody()
    flow.pause()
    vi.advanceTimersByTime(10_000)
    assert.lengthOf(failures, 0)
  })

  it.each(["end", "fail", "stop"] as const)(
    "leaves no timer behind when it is resumed after its %s",
    (how) => {
      const { flow, sink } = pacedBody()
      flow.pause()
      if (how === "end") sink.end()
      else if (how === "fail") sink.fail(cutShort())
      else flow.stop()
      flow.resume()
      assert.strictEqual(vi.getTimerCount(), 0)
    },
  )
})

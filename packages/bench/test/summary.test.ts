/** What the harness makes of its rounds. */
import { describe, expect, it } from "vitest"
import { computeMedian, computeSummary } from "../src/harness/summary.ts"

const round = (ours: number, peer: number) => ({ ours, peer })

describe("the summary of rounds", () => {
  it("is the median of the rounds' ratios, not the ratio of the medians", () => {
    const summary = computeSummary([
      round(10, 100),
      round(90, 100),
      round(60, 120),
      round(80, 160),
      round(5, 100),
    ])
    expect(summary.ratio).toBe(0.5)
    expect(summary.ours / summary.peer).not.toBe(0.5)
  })

  it("shows the smallest and the largest ratio of a round", () => {
    expect(computeSummary([round(1, 2), round(3, 2), round(2, 2)]).range).toEqual([0.5, 1.5])
  })

  it("is noisy when the peer was more than twice as fast in one round as in another", () => {
    expect(computeSummary([round(5, 100), round(5, 201), round(5, 150)]).noisy).toBe(true)
  })

  it("is not noisy for a spread of exactly two, nor for whatever our own figures do", () => {
    expect(computeSummary([round(1, 100), round(50, 200), round(900, 150)]).noisy).toBe(false)
  })

  it("does not exist for no rounds, nor for a round in which nothing was measured", () => {
    expect(() => computeSummary([])).toThrow("zero rounds")
    expect(() => computeSummary([round(0, 10)])).toThrow("measured nothing")
    expect(() => computeSummary([round(10, Number.NaN)])).toThrow("measured nothing")
  })
})

describe("the median", () => {
  it("is the middle of an odd number of values and the mean of the two middle ones of an even number", () => {
    expect(computeMedian([9, 1, 5])).toBe(5)
    expect(computeMedian([4, 1, 3, 2])).toBe(2.5)
  })
})

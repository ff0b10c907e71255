import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { done, redone, sizeOf, started, undone } from "../../../src/workbench/model/history/History.ts"

const names = fc.array(fc.tuple(fc.string(), fc.option(fc.constantFrom("a", "b"))), { maxLength: 200 })

describe("the history", () => {
  it("gives back every state, and then every later one, as the same objects", () => {
    fc.assert(
      fc.property(names, (steps) => {
        const states = [{}, ...steps.map(() => ({}))]
        let history = started(states[0])
        for (const [index, [name]] of steps.entries()) history = done(history, name, states[index + 1])
        for (const state of states.toReversed()) {
          expect(history.present).toBe(state)
          history = undone(history)
        }
        for (const state of states) {
          expect(history.present).toBe(state)
          history = redone(history)
        }
      }),
    )
  })

  it("undoes successive edits with one key as one step, and never those that another edit separates", () => {
    fc.assert(
      fc.property(names, (steps) => {
        let history = started<object>({})
        for (const [name, merge] of steps) history = done(history, name, {}, merge)
        const runs = steps.filter(([, merge], index) => merge === null || steps[index - 1]?.[1] !== merge)
        expect(sizeOf(history.past)).toBe(runs.length)
      }),
    )
  })

  it("forgets what was undone at the next edit, and ignores an edit that changes nothing", () => {
    const first = started("a")
    const second = done(first, "edit", "b")
    const back = undone(second)
    expect(done(back, "edit", "a")).toBe(back)
    expect(redone(done(back, "edit", "c")).present).toBe("c")
  })

  it("undoes ten thousand steps", () => {
    let history = started(0)
    for (let step = 1; step <= 10_000; step++) history = done(history, "count", step)
    for (let step = 0; step < 10_000; step++) history = undone(history)
    expect(history.present).toBe(0)
    expect(history.past).toBeNull()
  })
})

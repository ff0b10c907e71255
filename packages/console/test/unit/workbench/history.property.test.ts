import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  getSize,
  pushState,
  redoStep,
  startHistory,
  undoStep,
} from "../../../src/workbench/editor/History.ts"

const names = fc.array(fc.tuple(fc.string(), fc.option(fc.constantFrom("a", "b"))), { maxLength: 200 })

describe("the history", () => {
  it("gives back every state, and then every later one, as the same objects", () => {
    fc.assert(
      fc.property(names, (steps) => {
        const states = [{}, ...steps.map(() => ({}))]
        let history = startHistory(states[0])
        for (const [index, [name]] of steps.entries()) history = pushState(history, name, states[index + 1])
        for (const state of states.toReversed()) {
          expect(history.present).toBe(state)
          history = undoStep(history)
        }
        for (const state of states) {
          expect(history.present).toBe(state)
          history = redoStep(history)
        }
      }),
    )
  })

  it("undoes successive edits with one key as one step, and never those that another edit separates", () => {
    fc.assert(
      fc.property(names, (steps) => {
        let history = startHistory<object>({})
        for (const [name, merge] of steps) history = pushState(history, name, {}, merge)
        const runs = steps.filter(([, merge], index) => merge === null || steps[index - 1]?.[1] !== merge)
        expect(getSize(history.past)).toBe(runs.length)
      }),
    )
  })

  it("forgets what was undone at the next edit, and ignores an edit that changes nothing", () => {
    const first = startHistory("a")
    const second = pushState(first, "edit", "b")
    const back = undoStep(second)
    expect(pushState(back, "edit", "a")).toBe(back)
    expect(redoStep(pushState(back, "edit", "c")).present).toBe("c")
  })

  it("undoes ten thousand steps", () => {
    let history = startHistory(0)
    for (let step = 1; step <= 10_000; step++) history = pushState(history, "count", step)
    for (let step = 0; step < 10_000; step++) history = undoStep(history)
    expect(history.present).toBe(0)
    expect(history.past).toBeNull()
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { countByKey, type Finding, listFrames, readFindings } from "../../../src/workbench/check/Finding.ts"
import { type Check, LiveCheck } from "../../../src/workbench/check/LiveCheck.ts"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getLabel, openState } from "../../../src/workbench/editor/EditorState.ts"
import { setImageAttribute } from "../../../src/workbench/editor/edits/edit.ts"
import { parse } from "../../../src/workbench/editor/json/parse.ts"
import type { JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"

const finding: Finding = {
  id: "w",
  reason: undefined,
  rule: "r",
  attribute: undefined,
  message: "m",
  frame: undefined,
  sensor: undefined,
  keys: ["1"],
  dismissed: false,
}

describe("warnings", () => {
  it("name objects by their tracks, or by ids of any length, and do not count when dismissed", () => {
    const findings = readFindings(
      parse(`{"warnings": [
        {"rule": "a", "message": "A.", "frame": 2, "annotation_ids": [5], "track_ids": [7], "dismissed": null},
        {"rule": "b", "message": "B.", "frame": null, "annotation_ids": [9007199254740993], "track_ids": [], "dismissed": null},
        {"rule": "c", "message": "C.", "frame": 3, "annotation_ids": [5], "track_ids": [7], "dismissed": {"reason": "fine"}}
      ]}`),
    )
    expect(countByKey(findings, 2)).toEqual(
      new Map([
        ["7", 1],
        ["9007199254740993", 1],
      ]),
    )
    expect(countByKey(findings, 3)).toEqual(new Map([["9007199254740993", 1]]))
    expect(listFrames(findings)).toEqual(new Set([2]))
  })
})

describe("the live check", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const delay = 250
  const make = (check: Check, server: Check = () => Promise.reject(new Error("no server"))) => {
    const configuration = readConfiguration({ categories: [] })
    const editor = new Editor(openState({ annotations: [] }, 1), {
      configuration,
      tracks: { interpolates: true, extrapolates: false },
    })
    const calls: Array<string> = []
    const dismissed = () => calls.push("dismissed")
    const close = () => calls.push("close")
    return { calls, editor, live: new LiveCheck(editor, { delay, live: check, server, dismissed, close }) }
  }
  const edit = (editor: Editor, value: string) =>
    editor.update((state) => setImageAttribute(state, "note", value))

  it("checks at once, and once for a burst of edits, with the label as it is then", async () => {
    const checked: Array<JsonObject> = []
    const { editor, live } = make(async (label) => {
      checked.push(label)
      return [finding]
    })
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    for (const text of ["a", "ab", "abc"]) edit(editor, text)
    expect(live.state).toMatchObject({ findings: [finding], current: false })
    await vi.advanceTimersByTimeAsync(delay)
    expect(checked).toHaveLength(2)
    expect(checked[1]).toBe(getLabel(editor.state))
    expect(live.state.current).toBe(true)
    stop()
  })

  it("checks an edit that came during a check afterwards, never two at a time", async () => {
    const answers: Array<() => void> = []
    const { editor, live } = make(() => new Promise((resolve) => answers.push(() => resolve([]))))
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    edit(editor, "a")
    await vi.advanceTimersByTimeAsync(delay * 3)
    expect(answers).toHaveLength(1)
    answers[0]?.()
    await vi.advanceTimersByTimeAsync(delay)
    expect(answers).toHaveLength(2)
    stop()
  })

  it("keeps the last warnings when a check fails, and checks again after the next edit", async () => {
    let fails = false
    const { editor, live } = make(async () => {
      if (fails) throw new Error("offline")
      return [finding]
    })
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    fails = true
    edit(editor, "a")
    await vi.advanceTimersByTimeAsync(delay)
    expect(live.state).toMatchObject({
      findings: [finding],
      current: false,
      error: new Error("offline"),
    })
    fails = false
    edit(editor, "b")
    await vi.advanceTimersByTimeAsync(delay)
    expect(live.state).toMatchObject({ current: true, error: undefined })
    stop()
  })

  it("drops what was found in a label that was edited meanwhile, and checks the edited one at once", async () => {
    const answers: Array<(findings: ReadonlyArray<Finding>) => void> = []
    const { editor, live } = make(() => new Promise((resolve) => answers.push(resolve)))
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    edit(editor, "a")
    await vi.advanceTimersByTimeAsync(delay)
    answers[0]?.([finding])
    await vi.advanceTimersByTimeAsync(0)
    expect(live.state).toMatchObject({ findings: [], current: false })
    expect(answers).toHaveLength(2)
    answers[1]?.([{ ...finding, id: "later" }])
    await vi.advanceTimersByTimeAsync(0)
    expect(live.state).toMatchObject({ findings: [{ id: "later" }], current: true })
    stop()
  })

  it("waits for a pause also where an edit comes at the end of a check", async () => {
    const answers: Array<() => void> = []
    const { editor, live } = make(() => new Promise((resolve) => answers.push(() => resolve([finding]))))
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    edit(editor, "a")
    answers[0]?.()
    await vi.advanceTimersByTimeAsync(delay - 1)
    expect(answers).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(answers).toHaveLength(2)
    expect(live.state.findings).toEqual([])
    stop()
  })

  it("lets the server check the same label when somebody wants that, and goes on beside the page", async () => {
    const server = vi.fn<Check>(async () => [{ ...finding, id: "server" }])
    const beside = vi.fn<Check>(async () => [finding])
    const { calls, editor, live } = make(beside, server)
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    live.again()
    await vi.advanceTimersByTimeAsync(0)
    expect(live.state).toMatchObject({ findings: [{ id: "server" }], current: true })
    live.dismissed()
    await vi.advanceTimersByTimeAsync(0)
    edit(editor, "a")
    await vi.advanceTimersByTimeAsync(delay)
    expect([beside.mock.calls.length, server.mock.calls.length]).toEqual([3, 1])
    expect(live.state).toMatchObject({ findings: [finding], current: true })
    stop()
    expect(calls).toEqual(["dismissed", "close"])
  })

  it("keeps what it finds in the label that an undo brings back during its check", async () => {
    const answers: Array<() => void> = []
    const { editor, live } = make(() => new Promise((resolve) => answers.push(() => resolve([finding]))))
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    // Undone before its own check begins, and after it was due.
    for (const wait of [1, delay * 2]) {
      edit(editor, "a")
      await vi.advanceTimersByTimeAsync(wait)
      editor.undo()
    }
    answers[0]?.()
    await vi.advanceTimersByTimeAsync(delay * 4)
    expect(answers).toHaveLength(1)
    expect(live.state).toMatchObject({ findings: [finding], current: true })
    stop()
  })

  it("checks a label again that an undo brings back during the check of another", async () => {
    const answers: Array<() => void> = []
    const { editor, live } = make(() => new Promise((resolve) => answers.push(() => resolve([finding]))))
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    answers[0]?.()
    edit(editor, "a")
    await vi.advanceTimersByTimeAsync(delay)
    editor.undo()
    await vi.advanceTimersByTimeAsync(delay)
    answers[1]?.()
    await vi.advanceTimersByTimeAsync(delay)
    answers[2]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(live.state).toMatchObject({ current: true })
    stop()
  })

  it("is current again where an edit is undone before its check", async () => {
    const check = vi.fn<Check>(async () => [finding])
    const { editor, live } = make(check)
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    edit(editor, "a")
    expect(live.state.current).toBe(false)
    editor.undo()
    expect(live.state).toMatchObject({ findings: [finding], current: true })
    await vi.advanceTimersByTimeAsync(delay * 4)
    expect(check).toHaveBeenCalledTimes(1)
    stop()
  })

  it("is hindered by no selection, during a check, before it, and when somebody wants it", async () => {
    const slow: Check = () => new Promise((resolve) => setTimeout(() => resolve([finding]), delay))
    const check = vi.fn(slow)
    const server = vi.fn(slow)
    const { editor, live } = make(check, server)
    const selectFor = async (time: number) => {
      for (let at = 0; at < time; at += 50) {
        editor.select(new Set([String(at)]))
        await vi.advanceTimersByTimeAsync(50)
      }
    }
    const stop = live.start()
    await selectFor(delay * 2)
    expect(live.state).toMatchObject({ findings: [finding], current: true })
    edit(editor, "a")
    await selectFor(delay * 3)
    expect(live.state.current).toBe(true)
    live.again()
    await selectFor(delay * 2)
    expect(live.state.current).toBe(true)
    expect([check.mock.calls.length, server.mock.calls.length]).toEqual([2, 1])
    stop()
  })

  it("begins again after it was stopped during a check", async () => {
    let checks = 0
    const { live } = make(() => {
      checks += 1
      return checks === 1 ? new Promise(() => {}) : Promise.resolve([finding])
    })
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    stop()
    const stopAgain = live.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(live.state).toMatchObject({ findings: [finding], current: true })
    stopAgain()
  })
})

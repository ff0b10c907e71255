import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { readConfiguration } from "../../../src/workbench/model/attributes/configuration.ts"
import { Editor } from "../../../src/workbench/model/editor/Editor.ts"
import { labelOf, opened } from "../../../src/workbench/model/editor/EditorState.ts"
import { setImageAttribute } from "../../../src/workbench/model/editor/edit.ts"
import { parse } from "../../../src/workbench/model/json/parse.ts"
import type { JsonObject } from "../../../src/workbench/model/json/value.ts"
import {
  countsByKey,
  type Finding,
  framesOf,
  readFindings,
} from "../../../src/workbench/model/warnings/Finding.ts"
import { checkDelay, LiveCheck } from "../../../src/workbench/model/warnings/LiveCheck.ts"

const finding: Finding = {
  id: "w",
  reason: undefined,
  rule: "r",
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
    expect(countsByKey(findings, 2)).toEqual(
      new Map([
        ["7", 1],
        ["9007199254740993", 1],
      ]),
    )
    expect(countsByKey(findings, 3)).toEqual(new Map([["9007199254740993", 1]]))
    expect(framesOf(findings)).toEqual(new Set([2]))
  })
})

describe("the live check", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const make = (check: (label: JsonObject) => Promise<ReadonlyArray<Finding>>) => {
    const configuration = readConfiguration({ categories: [] })
    const editor = new Editor(opened({ annotations: [] }, 1), {
      configuration,
      tracks: { interpolates: true, extrapolates: false },
    })
    return { editor, live: new LiveCheck(editor, check) }
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
    expect(live.snapshot()).toMatchObject({ findings: [finding], current: false })
    await vi.advanceTimersByTimeAsync(checkDelay)
    expect(checked).toHaveLength(2)
    expect(checked[1]).toBe(labelOf(editor.state))
    expect(live.snapshot().current).toBe(true)
    stop()
  })

  it("checks an edit that came during a check afterwards, never two at a time", async () => {
    const answers: Array<() => void> = []
    const { editor, live } = make(() => new Promise((resolve) => answers.push(() => resolve([]))))
    const stop = live.start()
    await vi.advanceTimersByTimeAsync(0)
    edit(editor, "a")
    await vi.advanceTimersByTimeAsync(checkDelay * 3)
    expect(answers).toHaveLength(1)
    answers[0]?.()
    await vi.advanceTimersByTimeAsync(checkDelay)
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
    await vi.advanceTimersByTimeAsync(checkDelay)
    expect(live.snapshot()).toMatchObject({
      findings: [finding],
      current: false,
      error: new Error("offline"),
    })
    fails = false
    edit(editor, "b")
    await vi.advanceTimersByTimeAsync(checkDelay)
    expect(live.snapshot()).toMatchObject({ current: true, error: undefined })
    stop()
  })
})

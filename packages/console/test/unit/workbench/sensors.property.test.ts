/** Edits over several sensors that nobody planned: undone to the start they leave the text as it was loaded. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getWholeLabel } from "../../../src/workbench/editor/EditorState.ts"
import { copyInto, copyToNext } from "../../../src/workbench/editor/edits/copies.ts"
import {
  addCuboid,
  flipCuboids,
  mirrorCuboids,
  nudgeCuboids,
  turnCuboids,
} from "../../../src/workbench/editor/edits/cuboidEdits.ts"
import {
  addShape,
  copySelected,
  deleteSelected,
  nudge,
  paste,
  setAttribute,
  setCategory,
  setImageAttribute,
  toggleKeyframe,
} from "../../../src/workbench/editor/edits/edit.ts"
import { linkSelected } from "../../../src/workbench/editor/edits/links.ts"
import { addSpaceShape, nudgeInSpace, setVertices } from "../../../src/workbench/editor/edits/spaceEdits.ts"
import { mergeInto, splitSelected, trim } from "../../../src/workbench/editor/edits/tracks.ts"
import { getSize } from "../../../src/workbench/editor/History.ts"
import { print } from "../../../src/workbench/editor/json/parse.ts"
import { type JsonObject, toObjects } from "../../../src/workbench/editor/json/value.ts"
import { corners, open, places, someCuboid, storedIn, text, textOf } from "./sensorBed.ts"

type Act = (editor: Editor) => void

const update =
  (change: Parameters<Editor["update"]>[0]): Act =>
  (editor) =>
    editor.update(change)

const keys = ["1", "2", "3", "4", "5"] as const

const undo: Act = (editor) => editor.undo()
const redo: Act = (editor) => editor.redo()

const look: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom("top", "rear", "left", "front", "curbs", "mask").map(
    (name): Act =>
      (editor) =>
        editor.chooseSensor(name),
  ),
  fc.nat(2).map(
    (frame): Act =>
      (editor) =>
        editor.show(frame),
  ),
  fc.subarray([...keys], { minLength: 1, maxLength: 2 }).map(
    (chosen): Act =>
      (editor) =>
        editor.select(new Set(chosen)),
  ),
  fc.constant<Act>((editor) => editor.selectNext(1)),
)

const change: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom(
    update((state, setting) => addCuboid(state, someCuboid, setting)),
    update((state, setting) => addShape(state, { type: "bbox", points: corners }, setting)),
    update((state, setting) => addSpaceShape(state, "polygon", places, setting)),
    update((state, setting) => addSpaceShape(state, "polyline", places, setting)),
    update((state, setting) => nudgeInSpace(state, [0, 1, 0], () => 0.5, setting)),
    update((state, setting) => nudgeInSpace(state, [0, 0, 1], undefined, setting)),
    update((state, setting) => setVertices(state, "3", [0, [1, 1, 1], 1, 2], setting)),
    update((state, setting) => nudgeCuboids(state, [1, 0, 0], setting)),
    update((state, setting) => turnCuboids(state, 0.1, setting)),
    update((state, setting) => flipCuboids(state, setting)),
    update((state, setting) => mirrorCuboids(state, 0, setting)),
    update((state, setting) => nudge(state, [1, 2], setting)),
    update((state, setting) => copyInto(state, 0, 2, setting)),
    update(copyToNext),
    update(copySelected),
    update(paste),
    update(paste),
    update(deleteSelected),
    update(toggleKeyframe),
    update(splitSelected),
    update(linkSelected),
    (editor: Editor) => editor.update((state, setting) => setCategory(state, 2, setting)),
    update((state) => setImageAttribute(state, "weather", "rain")),
    (editor: Editor) => trim(editor, "endTrack"),
    (editor: Editor) => trim(editor, "beginTrack"),
    (editor: Editor) => trim(editor, "removeHere"),
    undo,
    redo,
  ),
  fc.constantFrom(...keys).map((key) => update((state) => mergeInto(state, key))),
  fc
    .tuple(fc.constantFrom(...keys), fc.boolean())
    .map(([key, trackLevel]) =>
      update((state) => setAttribute(state, { key, name: "color", value: "red", trackLevel })),
    ),
)

/** More than the sample has, nothing may have. The label of the mask is no sequence. */
const most = { top: 2, rear: 2, left: 3, front: 2, curbs: 2 }

const edits = 100

/** The texts of the sensors that are not edited. */
const othersOf = (whole: JsonObject, edited: string | undefined): ReadonlyArray<string> =>
  toObjects(whole.sensors).flatMap((one) => (one.name === edited ? [] : [print(one)]))

describe(`${edits} edits over several sensors`, { timeout: 120_000 }, () => {
  it("give back the loaded label byte for byte when they are undone, and all of them when they are done again", () => {
    const steps: Array<number> = []
    fc.assert(
      fc.property(fc.boolean(), fc.infiniteStream(fc.tuple(look, change)), (extrapolates, acts) => {
        const editor = open({ enable_extrapolation: extrapolates })
        let changes = 0
        for (const [looks, changing] of acts) {
          const before = getWholeLabel(editor.state)
          looks(editor)
          const { sensor } = editor.state
          changing(editor)
          if (changing !== undo && changing !== redo)
            expect(othersOf(getWholeLabel(editor.state), sensor?.name)).toEqual(
              othersOf(before, sensor?.name),
            )
          for (const [name, frames] of Object.entries(most))
            expect(storedIn(editor, name).length).toBeLessThanOrEqual(frames)
          if (getWholeLabel(editor.state) !== before) changes++
          if (changes === edits) break
        }
        const [after, shown] = [getWholeLabel(editor.state), textOf(editor)]
        const done = getSize(editor.state.history.past)
        steps.push(done)
        for (let step = 0; step < done; step++) editor.undo()
        expect(textOf(editor)).toBe(text)
        for (let step = 0; step < done; step++) editor.redo()
        expect(getWholeLabel(editor.state)).toBe(after)
        expect(textOf(editor)).toBe(shown)
      }),
      { numRuns: 50 },
    )
    // Some of the edits take others back, and those of one key are one step.
    expect(steps.reduce((sum, one) => sum + one, 0) / steps.length).toBeGreaterThan(40)
  })
})

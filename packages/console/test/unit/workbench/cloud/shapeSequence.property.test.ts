import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { copyInto, copyToNext } from "../../../../src/workbench/editor/edits/copies.ts"
import {
  copySelected,
  deleteSelected,
  paste,
  toggleKeyframe,
} from "../../../../src/workbench/editor/edits/edit.ts"
import { splitSelected, trim } from "../../../../src/workbench/editor/edits/tracks.ts"
import { print } from "../../../../src/workbench/editor/json/parse.ts"
import { findAnnotation, listAnnotations } from "../../../../src/workbench/editor/label/frames.ts"
import { near, open, pointsOf } from "./shapeBed.ts"

const line = (frame: number, points: string, keyframe: boolean) =>
  `{"annotations": [ {"id": 7,"track_id":7,"is_keyframe":${keyframe}, "category_id": 1, "type": "polyline", "points": ${points}} ], "timestamp": 170000000012345678${frame}}`

/** Keyframes at both ends, the second of which is higher; what lies between is stored as it is computed. */
const stored = `{"format_version": "0.2", "frames": [${[
  line(0, "[[ -5.00, -5, -1.5 ],[5,-5,-1.5]]", true),
  line(1, "[[-3,-5,-1],[7,-5,-1.5]]", false),
  line(2, "[[-1,-5,-0.5],[9,-5,-1.5]]", false),
  line(3, "[[1,-5,0],[11,-5,-1.500000000001]]", false),
  line(4, "[[3,-5,0.5],[13,-5.0,-1.5]]", true),
].join()}], "links": []}`

const empty = '{"frames": [{"annotations":[]},{"annotations":[]},{"annotations":[]}]}'

const sequence = { task_type: "pointcloud-vector-sequence" }

const openLine = (settings = {}) => {
  const bed = open(stored, { ...sequence, ...settings })
  bed.editor.select(new Set(["7"]))
  /** Drags the first vertex in a frame. */
  const dragFirst = (frame: number, [x, y]: readonly [number, number]) => {
    bed.editor.show(frame)
    const [vertex] = bed.pen.listShapes()[0]?.points ?? []
    if (vertex === undefined) throw new Error("There is no vertex.")
    bed.pen.press(bed.pixel(...vertex), false)
    bed.pen.release(bed.pixel(x, y, vertex[2]))
  }
  return { ...bed, dragFirst }
}

describe("a shape in a sequence of clouds", () => {
  it("is stored as it was read while nobody edits it", () => {
    const { editor } = open(stored, sequence)
    expect(print(getLabel(editor.state))).toBe(stored)
  })

  it("begins a track with a keyframe where it is drawn", () => {
    const { editor, press } = open(empty, sequence)
    editor.show(1)
    editor.choose("point")
    press(1, 2)
    const label = getLabel(editor.state)
    expect(Array.from({ length: 3 }, (_, frame) => listAnnotations(label, frame).length)).toEqual([0, 1, 0])
    const [drawn] = listAnnotations(label, 1)
    expect(drawn?.source).toMatchObject({ id: 1, track_id: 1, is_keyframe: true, type: "point" })
    expect(editor.state.selected).toEqual(new Set(["1"]))
  })

  it("is a keyframe where it was edited, and lies between keyframes in all three directions", () => {
    const { dragFirst, editor } = openLine()
    dragFirst(2, [-1, 5])
    const label = getLabel(editor.state)
    expect(Array.from({ length: 5 }, (_, frame) => findAnnotation(label, frame, "7")?.isKeyframe)).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
    near(pointsOf(label, 0, 1), [
      [-3, 0, -1],
      [7, -5, -1.5],
    ])
    near(pointsOf(label, 0, 3), [
      [1, 0, 0],
      [11, -5, -1.5],
    ])
    expect(print(label)).toContain("[[ -5.00, -5, -1.5 ],[5,-5,-1.5]]")
    editor.undo()
    expect(print(getLabel(editor.state))).toBe(stored)
  })

  it("stays as it is in other frames where the dataset does not interpolate", () => {
    const { dragFirst, editor } = openLine({ enable_interpolation: false })
    dragFirst(2, [-1, 5])
    const label = getLabel(editor.state)
    expect(pointsOf(label, 0, 1)).toEqual([
      [-3, -5, -1],
      [7, -5, -1.5],
    ])
    expect(findAnnotation(label, 2, "7")?.isKeyframe).toBe(true)
  })

  it("keeps the earlier vertices up to a keyframe with another number of them", () => {
    const { editor, pen, pixel } = openLine()
    editor.show(2)
    pen.press(pixel(4, -5, -1), false)
    pen.release(pixel(4, 0, -1))
    const label = getLabel(editor.state)
    expect([1, 2, 3, 4].map((frame) => pointsOf(label, 0, frame).length)).toEqual([2, 3, 3, 2])
  })

  it("goes on behind its last keyframe where the dataset extrapolates", () => {
    const { editor, press } = open(empty, { ...sequence, enable_extrapolation: true })
    editor.choose("point")
    press(1, 2)
    const label = getLabel(editor.state)
    near(pointsOf(label, 0, 2), [[1, 2, -1.5]])
    expect(findAnnotation(label, 2, "1")?.isKeyframe).toBe(false)
  })

  it("is copied into other frames with its heights", () => {
    const { editor } = openLine()
    editor.update(copyToNext)
    expect(editor.state.frame).toBe(1)
    expect(pointsOf(getLabel(editor.state), 0, 1)).toEqual(pointsOf(getLabel(editor.state), 0, 0))
    expect(findAnnotation(getLabel(editor.state), 1, "7")?.isKeyframe).toBe(true)
    editor.undo()
    editor.show(0)
    editor.update((state, setting) => copyInto(state, 2, 3, setting))
    expect(pointsOf(getLabel(editor.state), 0, 3)).toEqual(pointsOf(getLabel(editor.state), 0, 0))
  })

  it("gives back the loaded label after a hundred edits and as many undos", () => {
    const place = fc.record({ x: fc.integer({ min: -15, max: 15 }), y: fc.integer({ min: -15, max: 15 }) })
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("draw" as const),
        places: fc.array(place, { minLength: 3, maxLength: 6 }),
      }),
      fc.record({ kind: fc.constantFrom("drag" as const, "remove" as const), vertex: fc.nat(5), to: place }),
      fc.record({ kind: fc.constant("show" as const), frame: fc.nat(4) }),
      fc.record({
        kind: fc.constantFrom(
          "undo" as const,
          "redo" as const,
          "copy" as const,
          "next" as const,
          "into" as const,
          "keyframe" as const,
          "split" as const,
          "begin" as const,
          "delete" as const,
        ),
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 100, maxLength: 100 }), fc.boolean(), (steps, extrapolates) => {
        const { editor, pen, pixel } = open(stored, { ...sequence, enable_extrapolation: extrapolates })
        const simple = {
          undo: () => editor.undo(),
          redo: () => editor.redo(),
          copy: () => {
            editor.update(copySelected)
            editor.update(paste)
          },
          next: () => editor.update(copyToNext),
          into: () => editor.update((state, setting) => copyInto(state, 1, 3, setting)),
          keyframe: () => editor.update(toggleKeyframe),
          split: () => editor.update(splitSelected),
          begin: () => trim(editor, "beginTrack"),
          delete: () => editor.update(deleteSelected),
        }
        for (const one of steps) {
          if (one.kind === "show") editor.show(one.frame)
          else if (one.kind === "draw") {
            editor.choose("polygon")
            for (const { x, y } of one.places) pen.press(pixel(x, y), false)
            pen.finish()
            pen.cancel()
            editor.choose("edit")
          } else if (one.kind === "drag" || one.kind === "remove") {
            const [shape] = pen.listShapes()
            const vertex = shape?.points[one.vertex]
            if (shape === undefined || vertex === undefined) continue
            editor.select(new Set([shape.key]))
            pen.press(pixel(...vertex), one.kind === "remove")
            pen.release(pixel(one.to.x, one.to.y))
          } else simple[one.kind]()
        }
        while (editor.state.history.past !== null) editor.undo()
        expect(print(getLabel(editor.state))).toBe(stored)
      }),
      { numRuns: 20 },
    )
  })
})

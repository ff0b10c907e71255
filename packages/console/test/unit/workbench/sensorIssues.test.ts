/** Issues about several sensors: from the selection to the anchor that is stored, and back to the place. */
import { describe, expect, it } from "vitest"
import type { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getLabel } from "../../../src/workbench/editor/EditorState.ts"
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"
import { readIssuePlace, toAnchor } from "../../../src/workbench/panels/issues/Issue.ts"
import { findAnnotationAt, goTo, placeIn } from "../../../src/workbench/panels/issues/where.ts"
import { open } from "./sensorBed.ts"

/** The anchor of an issue that is written now, as it comes back from the server. */
const stored = (editor: Editor) => {
  const place = placeIn(editor.state)
  const found = place.kind === "object" ? findAnnotationAt(editor.state, place) : undefined
  return parse(print(toAnchor(place, found?.trackId ?? found?.id)))
}

const where = ({ state }: Editor) => ({
  sensor: state.sensor?.name,
  frame: state.frame,
  selected: [...state.selected],
})

/** An editor that shows something else. */
const elsewhere = (sensor: string, frame: number): Editor => {
  const editor = open()
  editor.chooseSensor(sensor)
  editor.show(frame)
  return editor
}

describe("an issue about an object of a sensor", () => {
  it("leads back to the sensor, the frame and the object, from every place", () => {
    let objects = 0
    for (const name of ["top", "rear", "front", "left"])
      for (const frame of [0, 1, 2]) {
        const editor = elsewhere(name, frame)
        for (const { key } of listAnnotations(getLabel(editor.state), frame)) {
          editor.select(new Set([key]))
          const anchor = stored(editor)
          expect(anchor).toMatchObject({ type: "track", sensor: editor.state.sensor?.name, frame })
          for (const from of ["top", "rear", "front", "left"]) {
            const other = elsewhere(from, 2 - frame)
            expect(goTo(other, readIssuePlace(anchor))).toBe(true)
            expect(where(other)).toEqual(where(editor))
          }
          objects++
        }
      }
    // Two cuboids and one, and a box in two frames.
    expect(objects).toBe(5)
  })

  it("names the sensor that shows the object, where the chosen one does not", () => {
    const editor = open()
    editor.select(new Set(["2"]))
    editor.chooseSensor("front")
    expect(stored(editor)).toMatchObject({ sensor: "top", trackNumber: parse("2") })
  })

  it("leads to the sensor that has the object, where the anchor names none", () => {
    const editor = open()
    expect(goTo(editor, { kind: "object", key: "3", frame: 0 })).toBe(true)
    expect(where(editor)).toEqual({ sensor: "rear", frame: 0, selected: ["3"] })
    expect(goTo(editor, { kind: "object", key: "77", frame: 0 })).toBe(false)
    expect(editor.state.selected).toEqual(new Set(["3"]))
  })
})

describe("an issue about a place of an image", () => {
  it("leads back to the camera and the frame whose image was pressed, whichever sensor is chosen since", () => {
    const editor = elsewhere("front", 1)
    editor.choose("pin")
    editor.point({ kind: "press", at: [12.5, 7], adds: false, deletes: false }, 1)
    editor.chooseSensor("top")
    editor.show(0)
    const anchor = stored(editor)
    expect(anchor).toMatchObject({ type: "location", sensor: "front", location: { type: "2d" } })
    expect(goTo(editor, readIssuePlace(anchor))).toBe(true)
    expect(where(editor)).toMatchObject({ sensor: "front", frame: 1 })
  })

  it("leads nowhere where the sensor is not edited or no longer there", () => {
    for (const sensor of ["mask", "gone"]) {
      const editor = elsewhere("front", 1)
      expect(goTo(editor, { kind: "point", at: [1, 2], frame: 0, sensor })).toBe(false)
      expect(goTo(editor, { kind: "object", key: "1", frame: 0, sensor })).toBe(false)
      expect(where(editor)).toEqual({ sensor: "front", frame: 0, selected: [] })
    }
  })

  it("is about no sensor alone, where the clouds of all are looked at", () => {
    expect(stored(elsewhere("top", 1))).toEqual(parse('{"type":"basic","frame":1}'))
    expect(stored(elsewhere("left", 1))).toEqual(parse('{"type":"basic","sensor":"left","frame":1}'))
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { PointDocument } from "../../../../src/workbench/documents/points/PointDocument.ts"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { print } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { listPointFrames, removePointIds } from "../../../../src/workbench/editor/label/pointLabel.ts"
import { readDraft } from "../../../../src/workbench/session/drafts/draftLabel.ts"
import { openEditor } from "../../../../src/workbench/session/openEditor.ts"
import { car, dataset, open, paint, read, sent, size, still, zeros } from "./pointLabels.ts"

describe("a label with the ids of points", () => {
  it("that nobody paints is sent with the bytes that it was read with", () => {
    const text = still(`[ 3,3,  0,${"1,".repeat(size - 4)}0 ]`, car)
    const { editor, points } = open(text)
    points.setPoints(0, size)
    points.getState(0)
    expect(print(points.fillLabel(getLabel(editor.state)))).toBe(text)
  })

  it("keeps the bytes of the frames that nobody painted", () => {
    const frame = `{"annotations" : [], "point_annotations":  ${zeros}}`
    const { points } = open(`{"frames": [${frame}, ${frame}, ${frame}]}`)
    points.editor.show(1)
    points.setPoints(1, size)
    paint(points, [0, 4])
    const label = points.fillLabel(getLabel(points.editor.state))
    const frames = label.frames
    expect(Array.isArray(frames) && frames.map((one) => print(one))).toEqual([
      frame,
      `{"annotations":[{"id":1,"category_id":1,"track_id":1,"is_keyframe":true,"attributes":{}}],"point_annotations":[1,0,0,0,1,0,0,0,0,0,0,0]}`,
      frame,
    ])
  })

  it.each(["null", "[]"])("opens without ids where its list is %s", (list) => {
    const { points } = open(still(list))
    expect(points.getState(0).status).toBe("waiting")
    points.setPoints(0, size)
    paint(points, [2])
    expect(sent(points).point_annotations).toEqual([0, 0, 1, ...Array.from({ length: size - 3 }, () => 0)])
  })

  it("has an empty list in a frame without ids, because readers expect one", () => {
    const { points } = open(
      '{"frames": [{"annotations": []}, {"annotations": [], "point_annotations": null}]}',
    )
    points.setPoints(0, 2)
    paint(points, [1])
    expect(sent(points).frames).toMatchObject([{ point_annotations: [0, 1] }, { point_annotations: [] }])
  })

  it.each([
    ["too few", "[0, 1]"],
    ["too many", `[${"1,".repeat(size)}1]`],
  ])("of %s points is not edited, and loses nothing", (_, list) => {
    const text = still(list, car)
    const { editor, points } = open(text)
    points.setPoints(0, size)
    expect(points.getState(0)).toMatchObject({ status: "misfit", points: size })
    paint(points, [0, 1])
    editor.select(new Set(["3"]))
    points.deleteSelected()
    expect(print(points.fillLabel(getLabel(editor.state)))).toBe(text)
  })

  it.each(["[-1]", "[1.5]", '["1"]', "[4294967296]", "[123456789012345678901]", '"text"'])(
    "whose ids are %s is not edited",
    (list) => {
      const { points } = open(still(list))
      points.setPoints(0, 1)
      expect(points.getState(0).status).toBe("unreadable")
      expect(points.begin(false)).toBeUndefined()
    },
  )

  it("is checked without its ids, and a label of another kind as it is", () => {
    const { editor, points } = open(still(zeros, car))
    points.setPoints(0, size)
    paint(points, [0])
    expect(removePointIds(getLabel(editor.state)).point_annotations).toEqual([])
    const other = read('{"annotations": []}')
    expect(removePointIds(other)).toBe(other)
  })
})

describe("painting points", () => {
  it("and undoing all of it gives the label that was opened, whatever was done", () => {
    const places = fc.uniqueArray(fc.nat(size - 1), { maxLength: size })
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant("paint" as const), places, erases: fc.boolean() }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("canceled" as const), places }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom(...(["undo", "redo", "delete", "merge", "new"] as const)),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("select" as const), at: fc.nat(4) }) },
    )
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { minLength: size, maxLength: size }),
        fc.array(step),
        (start, steps) => {
          const text = still(
            `[${start.join(",")}]`,
            [1, 2].map((id) => `{"id":${id},"category_id":1}`).join(","),
          )
          const { editor, points } = open(text)
          points.setPoints(0, size)
          /** The ids by the label that they belong to, kept plainly. */
          const plain = new Map<JsonObject, ReadonlyArray<number>>([[getLabel(editor.state), start]])
          const now = () => [...points.idsInLabel(0)]
          points.getState(0)
          for (const one of steps) {
            if (one.kind === "paint") {
              const before = now()
              const begun = points.begin(one.erases)
              points.paint(Uint32Array.from(one.places))
              points.end()
              const id = begun?.id ?? 0
              expect(now()).toEqual(before.map((old, place) => (one.places.includes(place) ? id : old)))
            } else if (one.kind === "canceled") {
              const before = now()
              points.begin(false)
              points.paint(Uint32Array.from(one.places))
              expect(points.cancel()).toBe(true)
              expect(now()).toEqual(before)
            } else if (one.kind === "undo") editor.undo()
            else if (one.kind === "redo") editor.redo()
            else if (one.kind === "delete") points.deleteSelected()
            else if (one.kind === "merge") points.mergeSelected()
            else if (one.kind === "new") editor.select(new Set())
            else if ("at" in one) {
              const annotations = getLabel(editor.state).annotations
              const keys = Array.isArray(annotations)
                ? annotations.flatMap((found) => (isObject(found) ? [String(found.id)] : []))
                : []
              editor.select(new Set(keys.slice(0, one.at)))
            }
            const known = plain.get(getLabel(editor.state))
            if (known === undefined) plain.set(getLabel(editor.state), now())
            else expect(now()).toEqual(known)
            const found = points.getState(0)
            if (found.status !== "ready") throw new Error(found.status)
            const counts = new Map<number, number>()
            for (const id of now()) counts.set(id, (counts.get(id) ?? 0) + 1)
            expect(found.frame.counts).toEqual(counts)
          }
          while (editor.state.history.past !== null) editor.undo()
          expect(now()).toEqual(start)
          expect(print(points.fillLabel(getLabel(editor.state)))).toBe(text)
        },
      ),
    )
  })

  it("makes an object of the chosen category, paints the selected one, and removes one without points", () => {
    const { editor, points } = open(still(zeros))
    points.setPoints(0, size)
    paint(points, [0, 1, 2])
    paint(points, [3])
    expect(sent(points).annotations).toEqual([{ id: 1, category_id: 1, attributes: {} }])
    editor.select(new Set())
    paint(points, [0, 1, 2, 3])
    expect(sent(points).annotations).toEqual([{ id: 2, category_id: 1, attributes: {} }])
    editor.undo()
    expect(sent(points).annotations).toEqual([{ id: 1, category_id: 1, attributes: {} }])
    expect(sent(points).point_annotations).toEqual([1, 1, 1, 1, ...Array.from({ length: size - 4 }, () => 0)])
  })

  it("has one object of a category whose objects are not distinguished", () => {
    const { editor, points } = open(still(zeros))
    points.setPoints(0, size)
    editor.update((state) => ({ ...state, categoryId: 2 }))
    paint(points, [0])
    editor.select(new Set())
    paint(points, [5])
    expect(sent(points).annotations).toEqual([{ id: 1, category_id: 2, attributes: {} }])
  })

  it("takes an id that neither an object nor a point has", () => {
    const { points } = open(still(`[9${",0".repeat(size - 1)}]`, car))
    points.setPoints(0, size)
    paint(points, [1])
    expect(sent(points).point_annotations).toEqual([9, 10, ...Array.from({ length: size - 2 }, () => 0)])
  })

  it("keeps the points of locked and of hidden objects", () => {
    const { editor, points } = open(still(zeros, `${car}, {"id": 4, "category_id": 1}`))
    editor.update((state) => ({ ...state, locked: new Set(["3"]), hidden: new Set(["4"]) }))
    points.setPoints(0, size)
    expect(points.listKept()).toEqual(new Set([3, 4]))
  })

  it("does nothing in a label that is read only", () => {
    const text = still(zeros, car)
    const editor = openEditor(dataset, {}, read(text), true)
    const points = new PointDocument(editor)
    points.setPoints(0, size)
    paint(points, [1])
    expect(print(getLabel(editor.state))).toBe(text)
  })

  it("remembers as many steps as its memory allows, and undo ends there", () => {
    const { editor, points } = open(still(zeros), 3 * 4 * 4)
    points.setPoints(0, size)
    for (let turn = 0; turn < 10; turn++) {
      editor.select(new Set())
      paint(points, [turn % 4, 4 + (turn % 4), 8 + (turn % 4)])
    }
    const whole = [...points.idsInLabel(0)]
    let steps = 0
    while (editor.state.history.past !== null) {
      editor.undo()
      steps += 1
    }
    expect(steps).toBeGreaterThan(0)
    expect(steps).toBeLessThan(10)
    for (; steps > 0; steps -= 1) editor.redo()
    expect([...points.idsInLabel(0)]).toEqual(whole)
  })
})

describe("steps over several frames", () => {
  it("are forgotten as a whole where the memory ends, and the newer ones can be undone", () => {
    const frame =
      '{"annotations": [{"id": 1, "track_id": 1, "category_id": 1}], "point_annotations": [1, 1, 0]}'
    const { editor, points } = open(`{"frames": [${frame}, ${frame}]}`, 20)
    for (const at of [0, 1]) points.setPoints(at, 3)
    editor.select(new Set(["1"]))
    points.deleteSelected()
    paint(points, [0, 1, 2])
    const label = points.fillLabel(getLabel(editor.state))
    editor.undo()
    expect(points.fillLabel(getLabel(editor.state)).frames).toMatchObject([
      { annotations: [], point_annotations: [0, 0, 0] },
      { annotations: [], point_annotations: [0, 0, 0] },
    ])
    expect(editor.state.history.past).toBeNull()
    editor.redo()
    expect(points.fillLabel(getLabel(editor.state))).toEqual(label)
  })

  it("are left by an undo that ends a stroke which is going on, and undone by the next", () => {
    const { editor, points } = open(still(zeros))
    points.setPoints(0, size)
    paint(points, [0])
    points.begin(false)
    points.paint(Uint32Array.from([1, 2]))
    editor.undo()
    points.end()
    expect([...points.idsInLabel(0)]).toEqual([1, ...Array.from({ length: size - 1 }, () => 0)])
    editor.undo()
    expect([...points.idsInLabel(0)]).toEqual(Array.from({ length: size }, () => 0))
  })
})

describe("a draft of painted points", () => {
  it("continues with the ids, and is not restored without them", () => {
    const { editor, points } = open(still(zeros, car))
    points.setPoints(0, size)
    editor.select(new Set(["3"]))
    paint(points, [0, 7])
    const packed = points.pack()
    const draft = {
      user: "jane",
      sample: "1",
      labelset: "ground-truth",
      etag: null,
      text: print(getLabel(editor.state)),
      savedAt: 0,
    }
    expect(readDraft(draft)).toBeUndefined()
    const label = readDraft({ ...draft, points: packed })
    if (label === undefined) throw new Error("The draft is not restored.")
    expect(listPointFrames(label)).toEqual([0])
    const again = new PointDocument(openEditor(dataset, {}, label), packed)
    again.setPoints(0, size)
    expect(again.getState(0).status).toBe("ready")
    expect(sent(again)).toEqual(sent(points))
    paint(again, [1])
    again.editor.undo()
    expect(sent(again)).toEqual(sent(points))
  })

  it("is packed as the label has it, without a stroke that goes on", () => {
    const { points } = open(still(zeros))
    points.setPoints(0, size)
    paint(points, [0])
    points.begin(false)
    points.paint(Uint32Array.from([1, 2]))
    expect([...(points.pack()[0]?.ids ?? [])].filter((id) => id !== 0)).toEqual([1])
    points.end()
    expect([...(points.pack()[0]?.ids ?? [])].filter((id) => id !== 0)).toEqual([1, 1, 1])
  })
})

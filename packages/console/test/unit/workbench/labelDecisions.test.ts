/** A reviewer composes one label of the versions of several people: a choice for each difference. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nudge } from "../../../src/workbench/editor/edits/edit.ts"
import { dropStep, readChoices } from "../../../src/workbench/editor/History.ts"
import { print } from "../../../src/workbench/editor/json/parse.ts"
import { mergedLetter } from "../../../src/workbench/session/overlap.ts"
import { compare, listObjects, object, openChoices, still } from "./decisionBed.ts"

describe("a choice of a version", () => {
  const ofA = still(
    object(1, 1, 0, `{"color": "red", "kept": 1}`),
    object(2, 1, 100),
    object(3, 1, 200),
    object(4, 1, 300, `{"kept": 1.50}`),
  )
  const ofB = still(
    object(1, 1, 300),
    object(7, 1, 0, `{"color": "blue"}`),
    object(8, 2, 100, `{"b": 1}`),
    object(9, 1, 202),
    object(5, 1, 400),
  )

  it("takes attributes, a category, a shape or an object, and keeps the text of everything else", () => {
    const { editor, find, read, take } = openChoices({ texts: [ofA, ofB] })
    take(find("attributes"), "B")
    take(find("category"), "B")
    take(find("shape"), "B")
    take(find("object"), "B")
    expect(listObjects(read())).toEqual([
      {
        id: 1,
        category_id: 1,
        points: [
          [0, 0],
          [10, 10],
        ],
        attributes: { color: "blue", kept: 1 },
      },
      {
        id: 2,
        category_id: 2,
        points: [
          [100, 0],
          [110, 10],
        ],
        attributes: { b: 1 },
      },
      {
        id: 3,
        category_id: 1,
        points: [
          [202, 0],
          [212, 10],
        ],
        attributes: {},
      },
      {
        id: 4,
        category_id: 1,
        points: [
          [300, 0],
          [310, 10],
        ],
        attributes: { kept: 1.5 },
      },
      {
        id: 5,
        category_id: 1,
        points: [
          [400, 0],
          [410, 10],
        ],
        attributes: {},
      },
    ])
    const text = print(read())
    expect(text).toContain(object(4, 1, 300, `{"kept": 1.50}`))
    expect(text).toContain("12345678901234567890")
    for (let step = 0; step < 4; step++) editor.undo()
    expect(print(read())).toBe(ofA)
    for (let step = 0; step < 4; step++) editor.redo()
    expect(print(read())).toBe(text)
  })

  it("removes an object that the chosen label lacks, and brings it back with its id", () => {
    const { find, read, take } = openChoices({ texts: [ofB, ofA] })
    const difference = find("object")
    take(difference, "B")
    expect(listObjects(read()).map(({ id }) => id)).toEqual([1, 7, 8, 9])
    take(difference, "A")
    expect(listObjects(read()).map(({ id }) => id)).toEqual([1, 7, 8, 9, 5])
  })

  it("gives an added object an id that the label has not had, and takes it away again", () => {
    const texts = [
      still(object(1, 1, 0), object(2, 1, 100)),
      still(object(1, 1, 0), object(5, 1, 100), object(2, 1, 400)),
    ]
    const { find, read, take } = openChoices({ texts })
    take(find("object"), "B")
    expect(listObjects(read()).map(({ id }) => id)).toEqual([1, 2, 3])
    take(find("object"), "A")
    expect(print(read())).toBe(
      `{"format_version":"0.1","annotations":[${object(1, 1, 0)},${object(2, 1, 100)}],"other":12345678901234567890}`,
    )
  })

  it("is counted for each difference, also where the label has the version already", () => {
    const { decide, editor, find, read, take } = openChoices({ texts: [ofA, ofB] })
    expect(decide().size).toBe(0)
    take(find("shape"), "A")
    expect(print(read())).toBe(ofA)
    expect([...decide().values()]).toEqual([{ letter: "A" }])
    take(find("category"), "B")
    take(find("shape"), "B")
    expect(decide()).toEqual(
      new Map([
        [find("category").id, { letter: "B" }],
        [find("shape").id, { letter: "B" }],
      ]),
    )
    editor.undo()
    expect(decide().get(find("shape").id)).toEqual({ letter: "A" })
    editor.undo()
    editor.undo()
    expect(decide().size).toBe(0)
    editor.redo()
    expect(decide().size).toBe(1)
  })

  it("is none of the letters where the object was edited", () => {
    const { decide, editor, find } = openChoices({ texts: [ofA, ofB] })
    editor.select(new Set(["3"]))
    editor.update((state, setting) => nudge(state, [5, 0], setting))
    expect(decide()).toEqual(new Map([[find("shape").id, { letter: undefined }]]))
  })

  it("is found in a draft, without the history of the page that made it", () => {
    const first = openChoices({ texts: [ofA, ofB] })
    first.take(first.find("object"), "B")
    first.take(first.find("category"), "B")
    const again = openChoices({ texts: [ofA, ofB], draft: print(first.read()) })
    expect(again.decide()).toEqual(
      new Map([
        [again.find("object").id, { letter: "B" }],
        [again.find("category").id, { letter: "B" }],
      ]),
    )
    again.take(again.find("object"), "B")
    expect(listObjects(again.read())).toHaveLength(5)
    again.take(again.find("object"), "A")
    expect(listObjects(again.read()).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  it("of an object that was edited after it was taken is found in a draft with its choices, and taken away", () => {
    const first = openChoices({ texts: [ofA, ofB] })
    const difference = first.find("object")
    first.take(difference, "B")
    first.editor.update((state, setting) => nudge(state, [5, 0], setting))
    const [choices, draft] = [[...readChoices(first.editor.state.history).values()], print(first.read())]
    const again = openChoices({ texts: [ofA, ofB], draft, choices })
    expect(again.decide().get(difference.id)).toEqual({ letter: "B" })
    again.take(difference, "A")
    expect(listObjects(again.read()).map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(again.decide().get(difference.id)).toEqual({ letter: "A" })
  })

  it("lasts where its step is not kept", () => {
    const { decide, editor, find, take } = openChoices({ texts: [ofA, ofB] })
    take(find("shape"), "A")
    take(find("category"), "B")
    editor.update((state) => ({ ...state, history: dropStep(state.history, () => false) }))
    expect(decide().size).toBe(2)
    take(find("attributes"), "B")
    editor.undo()
    expect(decide().size).toBe(2)
  })

  it("changes the image attributes of all frames that differ alike", () => {
    const frames = (...weathers: ReadonlyArray<string>) =>
      `{"frames": [${weathers.map((weather) => `{"annotations": [], "image_attributes": {"weather": "${weather}", "own": 1}}`).join()}]}`
    const { decide, image, read, take } = openChoices({
      texts: [frames("sun", "sun", "sun", "fog"), frames("sun", "rain", "rain", "fog")],
    })
    if (image === undefined) throw new Error("no difference")
    take(image, "B")
    expect(print(read()).match(/"weather": ?"\w+"/g)).toEqual(
      ["sun", "rain", "rain", "fog"].map((weather) => expect.stringContaining(weather)),
    )
    expect(decide().get(image.id)).toEqual({ letter: "B" })
  })

  it("edits the merged label too", () => {
    const { decide, find, read, take } = openChoices({
      texts: [ofA, ofB],
      letter: mergedLetter,
      merged: {
        text: still(object(11, 1, 0, `{"color": "red"}`), object(12, 1, 100)),
        objects: [
          {
            id: 11,
            sensor: undefined,
            sources: [
              { letter: "A", id: 1 },
              { letter: "B", id: 7 },
            ],
          },
          {
            id: 12,
            sensor: undefined,
            sources: [
              { letter: "A", id: 2 },
              { letter: "B", id: 8 },
            ],
          },
        ],
      },
    })
    take(find("attributes"), "B")
    take(find("category"), "B")
    take(find("object"), "B")
    expect(listObjects(read()).map(({ category_id, id }) => [id, category_id])).toEqual([
      [11, 1],
      [12, 2],
      [13, 1],
    ])
    expect(decide().size).toBe(3)
    take(find("attributes"), mergedLetter)
    expect(listObjects(read())[0]?.attributes).toEqual({ color: "red" })
  })
})

describe("the choice of one letter for all differences", () => {
  const objects = fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: 0, max: 5 }),
      category: fc.constantFrom(1, 1, 2),
      by: fc.constantFrom(0, 2),
      color: fc.constantFrom("red", "blue"),
      id: fc.integer({ min: 1, max: 99 }),
    }),
    { selector: ({ at }) => at, maxLength: 6 },
  )
  const toText = (all: typeof objects extends fc.Arbitrary<infer Value> ? Value : never, weather: string) => {
    const ids = new Set<number>()
    const own = all.map(({ at, by, category, color, id }) => {
      let free = id
      while (ids.has(free)) free += 1
      ids.add(free)
      return object(free, category, at * 100 + by, `{"color": "${color}"}`)
    })
    return `{"annotations": [${own.join()}], "image_attributes": {"weather": "${weather}"}}`
  }

  it("leaves the shown label as it is, or makes it that of the other, however it was before", () => {
    const weather = fc.constantFrom("sun", "rain")
    fc.assert(
      fc.property(
        objects,
        objects,
        weather,
        weather,
        fc.infiniteStream(fc.boolean()),
        (a, b, ofA, ofB, coins) => {
          const texts = [toText(a, ofA), toText(b, ofB)]
          const { decide, differences, editor, read, take } = openChoices({ texts })
          for (const difference of differences.list) take(difference, "A")
          expect(print(read())).toBe(texts[0])
          expect(decide().size).toBe(differences.list.length)
          for (const difference of differences.list) if (coins.next().value) take(difference, "B")
          for (const difference of differences.list) take(difference, "B")
          expect([...decide().values()].every(({ letter }) => letter === "B")).toBe(true)
          expect(compare([print(read()), texts[1] ?? ""]).differences.list).toEqual([])
          while (editor.state.history.past !== null) editor.undo()
          expect(print(read())).toBe(texts[0])
        },
      ),
      { numRuns: 200 },
    )
  })
})

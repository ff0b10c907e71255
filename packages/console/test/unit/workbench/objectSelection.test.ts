import { describe, expect, it } from "vitest"
import { selectRow } from "../../../src/workbench/panels/objects/objectSelection.ts"

const order = ["a", "b", "c", "d", "e"]
const list = (selected: ReadonlyArray<string>, anchor?: string) => ({
  order,
  anchor,
  selected: new Set(selected),
})
const press = { isRange: false, isToggle: false }

describe("a press on a row of the list of objects", () => {
  it("selects the row alone", () => {
    expect([...selectRow(list(["a", "b"]), "d", press)]).toEqual(["d"])
  })

  it("with Shift selects all rows from the one that was pressed before, in both directions", () => {
    const range = { ...press, isRange: true }
    expect([...selectRow(list(["b"], "b"), "d", range)]).toEqual(["b", "c", "d"])
    expect([...selectRow(list(["b", "c", "d"], "b"), "a", range)]).toEqual(["a", "b"])
  })

  it("with Shift begins at what the canvas has selected since", () => {
    const range = { ...press, isRange: true }
    expect([...selectRow(list(["e"], "a"), "c", range)]).toEqual(["c", "d", "e"])
    expect([...selectRow(list([]), "c", range)]).toEqual(["c"])
  })

  it("with Ctrl adds the row, and takes it away again", () => {
    const toggle = { ...press, isToggle: true }
    expect([...selectRow(list(["a"]), "c", toggle)]).toEqual(["a", "c"])
    expect([...selectRow(list(["a", "c"]), "a", toggle)]).toEqual(["c"])
  })
})

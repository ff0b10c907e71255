/** The settings of people who share a browser, and the widths of names. */
import { afterEach, describe, expect, it, vi } from "vitest"
import { readDisplay } from "../../../src/workbench/display/DisplaySettings.ts"
import { PersonalStore } from "../../../src/workbench/display/PersonalStore.ts"
import { TextWidths } from "../../../src/workbench/stages/names/TextWidths.ts"

const stubStorage = (items: Map<string, string>) =>
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })

afterEach(() => vi.unstubAllGlobals())

const open = (person: string) => {
  const store = new PersonalStore("display", readDisplay)
  store.open(person)
  return store
}

describe("the settings of a person", () => {
  it("are kept for them alone, and begin as those that the browser had", () => {
    stubStorage(new Map([["display", '{"fill":0.5}']]))
    const ada = open("ada")
    expect(ada.state).toMatchObject({ fill: 0.5, grid: false })
    ada.update({ grid: true })
    ada.open("grace")
    expect(ada.state).toMatchObject({ fill: 0.5, grid: false })
    ada.update({ fill: 9 })
    expect(open("ada").state).toMatchObject({ fill: 0.5, grid: true })
    expect(open("grace").state).toMatchObject({ fill: 1, grid: false })
  })

  it("hold until the page is left where the browser keeps nothing, and notify once", () => {
    const refuse = () => {
      throw new Error("The storage is blocked.")
    }
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse })
    const store = open("ada")
    const changed = vi.fn()
    store.subscribe(changed)
    store.update({ names: "all" })
    store.open("ada")
    expect(store.state.names).toBe("all")
    expect(changed).toHaveBeenCalledTimes(1)
  })
})

describe("the widths of names", () => {
  it("are measured once, and no more of them are kept than the limit", () => {
    const measureText = vi.fn((text: string) => ({ width: text.length }))
    const widths = new TextWidths(3)
    for (const text of ["car 1", "car 1", "car 12"])
      expect(widths.measure({ measureText }, text)).toBe(text.length)
    expect(measureText).toHaveBeenCalledTimes(2)
    for (let id = 0; id < 1000; id++) widths.measure({ measureText }, `bus ${id}`)
    expect(widths.size).toBeLessThanOrEqual(3)
  })
})

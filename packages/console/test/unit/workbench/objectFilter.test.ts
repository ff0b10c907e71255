/** The filter of the list of objects. */
import { describe, expect, it } from "vitest"
import { type Json, NumberText } from "../../../src/workbench/editor/json/value.ts"
import { isMatch, parseFilter } from "../../../src/workbench/panels/objects/objectFilter.ts"

const words = { yes: "Ja", no: "Nein" }
const car = { name: "Traffic car", key: "12", attributes: {} }
const matches = (
  text: string,
  { attributes, key, name }: typeof car & { readonly attributes: { readonly [key: string]: Json } } = car,
) => isMatch(parseFilter(text), { annotation: { attributes, key }, name }, words)

describe("the filter of objects", () => {
  it("passes all objects while it is empty, and while a term is begun", () => {
    for (const text of ["", "  ", "-", '"', '-"']) expect([text, matches(text)]).toEqual([text, true])
  })

  it("finds a part of the category, and a whole id", () => {
    for (const text of ["car", "TRAFFIC", "12", "car 12", '"traffic car"', '"traffic c'])
      expect([text, matches(text)]).toEqual([text, true])
    for (const text of ["bus", "1", "car 13", '"car traffic"'])
      expect([text, matches(text)]).toEqual([text, false])
  })

  it("finds values by the name of their attribute", () => {
    const red = {
      ...car,
      attributes: {
        Color: "dark red",
        wheels: 4,
        parked: true,
        tags: ["taxi", "van"],
        "a:b": "x",
        plate: "",
      },
    }
    for (const text of [
      "color:red",
      'color:"dark r"',
      "COLOR:",
      "wheels:4",
      "wheels:4.0",
      "parked:true",
      "parked:ja",
      "tags:van",
      "van",
      "red car",
      '"a:b":x',
      "-plate:",
      "-color:blue",
      "-bus",
    ])
      expect([text, matches(text, red)]).toEqual([text, true])
    for (const text of [
      "color:blue",
      "wheels:1",
      "parked:nein",
      "ja",
      "plate:",
      "size:",
      "-color:",
      "-red",
      "-tags:van",
    ])
      expect([text, matches(text, red)]).toEqual([text, false])
  })

  it("compares the digits of numbers that a double cannot hold", () => {
    const labeled = { ...car, attributes: { time: new NumberText("12345678901234567891") } }
    expect(matches("time:12345678901234567891", labeled)).toBe(true)
    expect(matches("time:12345678901234567890", labeled)).toBe(false)
  })

  it("reads no attribute that an object inherits", () => {
    expect(matches("constructor:")).toBe(false)
    expect(matches("-__proto__:")).toBe(true)
  })
})

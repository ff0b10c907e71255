import { Points } from "three"
import { describe, expect, it } from "vitest"
import { ContextLayer } from "../../../../src/workbench/stages/cloud/scene/ContextLayer.ts"
import { cloudOf } from "./scan.ts"

describe("the clouds of other frames", () => {
  it("have their own colors, when they are added and after others came and went", () => {
    const colored = { ...cloudOf([[1, 2, 3]]), colors: new Uint8Array([200, 100, 50]), hasColors: true }
    const layer = new ContextLayer()
    const colorsOf = () =>
      layer.group.children.flatMap((child) =>
        child instanceof Points ? [...(child.geometry.getAttribute("rgb")?.array ?? [])] : [],
      )
    layer.show([colored], [0, 0, 0])
    expect(colorsOf()).toEqual([200, 100, 50])
    layer.show([colored, cloudOf([[4, 5, 6]])], [0, 0, 0])
    layer.show([colored], [0, 0, 0])
    expect(colorsOf()).toEqual([200, 100, 50])
  })
})

import { describe, expect, it } from "vitest"
import { CuboidLayer } from "../../../../src/workbench/stages/cloud/scene/CuboidLayer.ts"

const cuboid = { position: [1, 2, 3], dimensions: [4, 2, 1.5], yaw: 0.3, rotation: undefined } as const

const showOne = (isWarned: boolean) => {
  const layer = new CuboidLayer(() => {})
  layer.show([{ key: "1", cuboid, color: "rgb(0 255 0)", look: "plain", isWarned }], [0, 0, 0])
  return layer
}

const readLineColors = (layer: CuboidLayer) => [
  ...(layer.lines.geometry.getAttribute("instanceColorStart")?.array ?? []),
]

describe("the edges of a cuboid", () => {
  it("lie on a wider dark line, which is drawn before them", () => {
    const { casings, lines } = showOne(false)
    expect(casings.visible && lines.visible).toBe(true)
    expect(casings.geometry).toBe(lines.geometry)
    expect(casings.renderOrder).toBeLessThan(lines.renderOrder)
    expect(casings.material.linewidth).toBeGreaterThan(lines.material.linewidth * 2)
    expect(casings.material.depthWrite).toBe(false)
  })

  it("keep the color of the category where a warning names the object", () => {
    const [plain, warned] = [false, true].map((isWarned) => readLineColors(showOne(isWarned)))
    expect(plain?.length).toBeGreaterThan(0)
    expect(warned).toEqual(plain)
  })
})

/** The settings of brushes, whoever changes them. */
import { expect, it } from "vitest"
import { makeAreaBrush, makePointBrush } from "../../../../src/workbench/tools/paint/brush.ts"

it("draw areas with an opacity from 0 to 1, in hundredths", () => {
  const brush = makeAreaBrush()
  const draw = (opacity: number) => {
    brush.change({ opacity })
    return brush.state.opacity
  }
  expect([1.7, -0.2, 0.7 + 0.1, 0.333].map(draw)).toEqual([1, 0, 0.8, 0.33])
})

it("have a width within their limits, in whole pixels", () => {
  const brushes = [makeAreaBrush(), makePointBrush()]
  for (const brush of brushes) {
    brush.change({ width: 1e6 })
    expect(brush.state.width).toBe(brush.widths.most)
    brush.change({ width: 0 })
    expect(brush.state.width).toBe(brush.widths.least)
    brush.change({ width: 20.4 })
    expect(brush.state.width).toBe(20)
  }
})

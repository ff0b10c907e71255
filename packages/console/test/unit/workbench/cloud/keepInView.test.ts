import { describe, expect, it } from "vitest"
import { makeScreenProjection } from "../../../../src/workbench/geometry/space/onScreen.ts"
import { CloudView } from "../../../../src/workbench/stages/cloud/CloudView.ts"

const box = (x: number) => ({
  position: [x, 0, 0] as const,
  dimensions: [2, 2, 1] as const,
  yaw: 0,
  rotation: undefined,
})

/** A view that was 1000 pixels wide and is 700 now, 15 pixels a meter, with a box in it. */
const narrowed = (x: number) => {
  const view = new CloudView()
  view.size = { width: 700, height: 600 }
  view.orbit.set({ target: [0, 0, 0], distance: 20 / Math.tan((25 * Math.PI) / 180), azimuth: 0, tilt: 1e-4 })
  const before = view.orbit.state
  view.keepInView(box(x), 1000)
  const at = makeScreenProjection(
    view.orbit.state ?? { target: [0, 0, 0], distance: 1, azimuth: 0, tilt: 0 },
    view.size,
  )
  return { moves: view.orbit.state !== before, across: at([x, 0, 0])?.[0] ?? Number.NaN }
}

describe("a view of a cloud that became narrower", () => {
  it.each([-28, 28])("shows what it showed near its side, at %i m", (x) => {
    const { across, moves } = narrowed(x)
    expect(moves).toBe(true)
    expect(Math.min(across, 700 - across)).toBeGreaterThan(25)
    expect(Math.min(across, 700 - across)).toBeLessThan(40)
  })

  it.each([0, 20])("stays where it shows the object, at %i m", (x) => {
    expect(narrowed(x).moves).toBe(false)
  })

  it.each([-60, 33.2])("stays where it did not show all of the object before, at %i m", (x) => {
    expect(narrowed(x).moves).toBe(false)
  })
})

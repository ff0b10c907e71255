import { describe, expect, it } from "vitest"
import { fitCuboid } from "../../../../src/workbench/geometry/space/fit/fit.ts"
import { wrapAngle } from "../../../../src/workbench/geometry/space/vector.ts"
import { fromClicks } from "../../../../src/workbench/tools/cuboid/making.ts"
import { cloudOf, scannedCar, seeded } from "./scan.ts"

const cars = Array.from({ length: 100 }, (_, index) => index + 1)

describe("a cuboid made with three clicks and fitted to its points", () => {
  it.each(cars)("is within 5 cm and 1 degree of car %i", (seed) => {
    const random = seeded(seed)
    const slope = [random() * 2 - 2.5, random() * 0.06 - 0.03, random() * 0.06 - 0.03] as const
    const { box, cloud, corners } = scannedCar(random, slope)
    const rough = fromClicks(corners, 1.6)
    const found = rough && fitCuboid(cloud, rough)
    if (found === undefined) throw new Error("Nothing was fitted.")
    const errors = {
      position: box.position.map((value, axis) => Math.abs(value - (found.position[axis] ?? 0))),
      dimensions: box.dimensions.map((value, axis) => Math.abs(value - (found.dimensions[axis] ?? 0))),
      degrees: (Math.abs(wrapAngle(box.yaw - found.yaw)) * 180) / Math.PI,
    }
    expect(Math.max(...errors.position, ...errors.dimensions), JSON.stringify(errors)).toBeLessThan(0.05)
    expect(errors.degrees).toBeLessThan(1)
  })
})

describe("fitting", () => {
  it("leaves a cuboid alone that contains too few points", () => {
    const { box } = scannedCar(seeded(7), [0, 0, 0])
    expect(fitCuboid(cloudOf([[0, 0, 0]]), box)).toBeUndefined()
  })

  it("keeps what the category locks", () => {
    const { box, cloud } = scannedCar(seeded(8), [0, 0, 0])
    const turned = { ...box, yaw: box.yaw + 0.1, dimensions: [4, 2, 1.5] as const }
    const found = fitCuboid(cloud, turned, { turns: false, resizes: false })
    expect(found?.yaw).toBe(wrapAngle(turned.yaw))
    expect(found?.dimensions).toEqual(turned.dimensions)
  })
})

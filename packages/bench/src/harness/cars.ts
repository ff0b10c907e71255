/** Scenes of cars: boxes of a car's size, rotated about z, as in a frame of a point cloud. Deterministic by size. */
import { type Boxes, makeBoxesBuilder } from "@annotary/core/effect"
import { makeRandoms } from "@annotary/test-support/random"

/** Metres and radians; dimensions are full edges. */
export interface Car {
  readonly position: Point
  readonly dimensions: Point
  readonly yaw: number
}

export interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** So dense that each meets one to three others. */
const squareMetresEach = 22

export const makeUniform = (count: number): ReadonlyArray<Car> => spreadCars(count, squareMetresEach)

/** As dense as in a street: one in a hundred or so meets another. */
export const makeSparse = (count: number): ReadonlyArray<Car> => spreadCars(count, 100 * squareMetresEach)

const spreadCars = (count: number, squareMetres: number): ReadonlyArray<Car> => {
  const next = makeRandoms(count)
  const side = Math.sqrt(squareMetres * count)
  return Array.from({ length: count }, () => makeCar(next, next() * side, next() * side))
}

/** Fifty cars around each of some places, with much empty ground between them. */
export const makeClustered = (count: number): ReadonlyArray<Car> => {
  const next = makeRandoms(count + 1)
  const side = Math.sqrt(10 * squareMetresEach * count)
  const places = Array.from({ length: Math.ceil(count / 50) }, () => [next() * side, next() * side] as const)
  // The sum of three uniform numbers approximates a normal distribution.
  const drawOffset = () => (next() + next() + next() - 1.5) * 36
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = places[index % places.length] ?? [0, 0]
    return makeCar(next, x + drawOffset(), y + drawOffset())
  })
}

/** One in a hundred is a wall of 800 m. */
export const withWalls = (count: number): ReadonlyArray<Car> =>
  makeUniform(count).map((car, index) =>
    index % 100 === 0 ? { ...car, dimensions: { ...car.dimensions, x: 800 } } : car,
  )

/** All in one place. */
export const makeCoincident = (count: number): ReadonlyArray<Car> => {
  const sharedCar = makeCar(makeRandoms(1), 0, 0)
  return Array.from({ length: count }, () => sharedCar)
}

export const toBoxes = (cars: ReadonlyArray<Car>): Boxes => {
  const builder = makeBoxesBuilder(cars.length)
  for (const { dimensions, position, yaw } of cars) builder.addYaw(position, dimensions, yaw)
  return builder.build()
}

const makeCar = (next: () => number, x: number, y: number): Car => ({
  position: { x, y, z: next() - 0.5 },
  dimensions: { x: 4 + next(), y: 1.8 + next() * 0.4, z: 1.5 + next() * 0.4 },
  yaw: (next() - 0.5) * 2 * Math.PI,
})

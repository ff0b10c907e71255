/**
 * Combinators that check the shape of parsed JSON. Written without Schema, because a label may contain a million
 * numbers: one pass, no copies, no conversions. Keys that a shape does not name may contain anything.
 */
import type { Inspection } from "./Inspection.ts"

export type Shape = (value: unknown, at: Inspection) => void

export type JsonObject = { readonly [key: string]: unknown }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value)

/** Whether the number is whole. Beyond 64 bits, JSON readers disagree. */
export const isWhole = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) < 2 ** 63

/** A shape of one value. Its test alone takes a fraction of the time. */
interface Leaf extends Shape {
  readonly test?: (value: unknown) => boolean
}

export const makeLeaf = (test: (value: unknown) => boolean, message: string): Leaf =>
  Object.assign(
    (value: unknown, at: Inspection) => {
      if (!test(value)) at.reportWrong(message)
    },
    { test },
  )

/** The test of a shape that has to look closer. */
const isNever = (): boolean => false

export const finite = makeLeaf(isFiniteNumber, "must be a finite number")
export const whole = makeLeaf(isWhole, "must be a whole number")
export const text = makeLeaf((value) => typeof value === "string", "must be text")
export const truth = makeLeaf((value) => typeof value === "boolean", "must be true or false")
export const textOrNumber = makeLeaf(
  (value) => typeof value === "string" || isFiniteNumber(value),
  "must be text or a finite number",
)

/** The shape, or null. */
export const makeNullable = (shape: Leaf): Leaf => {
  const { test } = shape
  const checkUnlessNull: Shape = (value, at) => {
    if (value !== null) shape(value, at)
  }
  return test === undefined
    ? checkUnlessNull
    : Object.assign(checkUnlessNull, { test: (value: unknown) => value === null || test(value) })
}

export const makeList =
  (item: Shape): Shape =>
  (value, at) => {
    if (!Array.isArray(value)) return at.reportWrong("must be a list")
    for (let index = 0; index < value.length && !at.full; index++) {
      const entry: unknown = value[index]
      if (at.isSound(entry, item)) continue
      const before = at.violations.length
      at.enter(index)
      item(entry, at)
      at.leave()
      if (at.violations.length === before) at.keepSound(entry, item)
    }
  }

export interface Fields {
  /** Required members. */
  readonly required?: { readonly [key: string]: Leaf }
  /** Optional members. Null is not the same as absent. */
  readonly optional?: { readonly [key: string]: Leaf }
}

export const makeObject = ({ optional = {}, required = {} }: Fields): Shape => {
  const fields = [
    ...Object.entries(required).map(([key, shape]) => ({
      key,
      shape,
      must: true,
      isValid: shape.test ?? isNever,
    })),
    ...Object.entries(optional).map(([key, shape]) => ({
      key,
      shape,
      must: false,
      isValid: shape.test ?? isNever,
    })),
  ]
  return (value, at) => {
    if (!isJsonObject(value)) return at.reportWrong("must be an object")
    for (const { isValid, key, must, shape } of fields) {
      const member = value[key]
      if (member === undefined) {
        if (must) at.reportMissing(key)
        continue
      }
      if (isValid(member)) continue
      at.enter(key)
      shape(member, at)
      at.leave()
    }
  }
}

/** An object that matches two shapes. A value that is no object is reported once. */
export const combineShapes =
  (first: Shape, second: Shape): Shape =>
  (value, at) => {
    first(value, at)
    if (isJsonObject(value)) second(value, at)
  }

/** An object with any keys. */
export const makeMap =
  (member: Leaf): Shape =>
  (value, at) => {
    if (!isJsonObject(value)) return at.reportWrong("must be an object")
    const isValid = member.test ?? isNever
    for (const key of Object.keys(value)) {
      if (isValid(value[key])) continue
      if (at.full) return
      at.enter(key)
      member(value[key], at)
      at.leave()
    }
  }

/** An object whose shape depends on the text of one of its members. */
export const chooseBy = (key: string, cases: { readonly [name: string]: Shape }): Shape => {
  const message = `must be one of ${Object.keys(cases).join(", ")}`
  return (value, at) => {
    if (!isJsonObject(value)) return at.reportWrong("must be an object")
    const name = value[key]
    const shape = typeof name === "string" && Object.hasOwn(cases, name) ? cases[name] : undefined
    if (shape !== undefined) shape(value, at)
    else if (name === undefined) at.reportMissing(key)
    else at.reportWrong(message, key)
  }
}

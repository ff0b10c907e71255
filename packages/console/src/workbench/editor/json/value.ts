/** JSON as the workbench keeps it: plain values, and numbers that a double cannot hold as their digits. */
/** A number whose digits a double would change, such as a timestamp in nanoseconds. */
export class NumberText {
  constructor(readonly text: string) {}

  /** The nearest double, for comparisons and for drawing. */
  valueOf(): number {
    return Number(this.text)
  }

  /** `JSON.stringify` writes this if somebody forgets to print losslessly. */
  toJSON(): string {
    return this.text
  }
}

export type Json = null | boolean | number | string | NumberText | JsonArray | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}
export interface JsonArray extends ReadonlyArray<Json> {}

/** Whether the value is an object with members. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof NumberText)

/** Whether the value is a list. */
export const isArray = (value: Json | undefined): value is JsonArray => Array.isArray(value)

/** The number, or NaN for everything else. */
export const toNumber = (value: Json | undefined): number =>
  typeof value === "number" ? value : value instanceof NumberText ? value.valueOf() : Number.NaN

/** The objects of a list; empty for everything else. */
export const toObjects = (value: Json | undefined): ReadonlyArray<JsonObject> =>
  isArray(value) ? value.filter(isObject) : []

/** A member of the object itself, never one inherited. */
export const getMember = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined

import type { Quaternion, Vector } from "../geometry/Boxes.ts"
import type { Annotation, Attributes, Cuboid, Link } from "./Scene.ts"

/** An unreadable part: its pointer within the value, and the expected form. */
export interface Problem {
  readonly at: string
  readonly message: string
}

export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const none: Attributes = {}

/**
 * Reads annotations, cuboids and links from parsed JSON. Written without Schema, which would take ten times as long
 * as all rules.
 */
export const readAnnotation = (value: unknown): Annotation | Problem => {
  if (!isObject(value)) return { at: "", message: "must be an object" }
  const { attributes, category_id, id, track_id } = value
  if (typeof id !== "number") return { at: "/id", message: "must be a number" }
  if (typeof category_id !== "number") return { at: "/category_id", message: "must be a number" }
  if (track_id !== undefined && track_id !== null && typeof track_id !== "number")
    return { at: "/track_id", message: "must be a number" }
  if (attributes !== undefined && attributes !== null && !isObject(attributes))
    return { at: "/attributes", message: "must be an object" }
  const cuboid = isCuboid(value) ? readCuboid(value) : null
  if (cuboid !== null && "at" in cuboid) return cuboid
  return {
    id,
    categoryId: category_id,
    trackId: track_id ?? null,
    attributes: attributes ?? none,
    cuboid,
    source: value,
  }
}

export const readLink = (value: unknown): Link | Problem => {
  if (!isObject(value)) return { at: "", message: "must be an object" }
  const { attributes, from_id, to_id } = value
  if (typeof from_id !== "number") return { at: "/from_id", message: "must be a number" }
  if (typeof to_id !== "number") return { at: "/to_id", message: "must be a number" }
  if (attributes !== undefined && attributes !== null && !isObject(attributes))
    return { at: "/attributes", message: "must be an object" }
  return { fromId: from_id, toId: to_id, attributes: attributes ?? none, source: value }
}

const isCuboid = (value: JsonObject): boolean =>
  value["type"] === "cuboid" || value["dimensions"] !== undefined

const readCuboid = ({ dimensions, position, rotation, yaw }: JsonObject): Cuboid | Problem => {
  if (!isVector(position)) return { at: "/position", message: "must be an object of the numbers x, y and z" }
  if (!isVector(dimensions))
    return { at: "/dimensions", message: "must be an object of the numbers x, y and z" }
  if (rotation !== undefined && rotation !== null) {
    if (!isQuaternion(rotation))
      return { at: "/rotation", message: "must be an object of the numbers qx, qy, qz and qw" }
    return { position, dimensions, turn: rotation }
  }
  return typeof yaw === "number"
    ? { position, dimensions, turn: yaw }
    : { at: "/yaw", message: "must be a number" }
}

const isVector = (value: unknown): value is JsonObject & Vector =>
  isObject(value) &&
  typeof value["x"] === "number" &&
  typeof value["y"] === "number" &&
  typeof value["z"] === "number"

const isQuaternion = (value: unknown): value is JsonObject & Quaternion =>
  isObject(value) &&
  typeof value["qx"] === "number" &&
  typeof value["qy"] === "number" &&
  typeof value["qz"] === "number" &&
  typeof value["qw"] === "number"

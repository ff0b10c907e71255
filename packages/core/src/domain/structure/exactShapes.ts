/** The structure of `shape` of an annotation of an image. Keys that a shape does not name may contain anything. */
import {
  type ContractPart,
  type ExactShapeType,
  exactShapeTypes,
  maxJoints,
} from "../exactShape/ExactShape.ts"
import type { Inspection } from "./Inspection.ts"
import {
  chosenBy,
  finite,
  isFiniteNumber,
  isJsonObject,
  type JsonObject,
  leaf,
  listOf,
  nullable,
  objectOf,
  type Shape,
  truth,
} from "./shapes.ts"

const isPoint = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every(isFiniteNumber)

const isLength = (value: unknown): boolean => isFiniteNumber(value) && value >= 0

const place = leaf(isPoint, "must be two finite numbers")
const lengths = leaf(
  (value) => isPoint(value) && Array.isArray(value) && value.every(isLength),
  "must be two finite numbers that are not negative",
)
const jointName = leaf((value) => typeof value === "string" && value !== "", "must be text that is not empty")
const visibility = leaf((value) => value === 0 || value === 1 || value === 2, "must be 0, 1 or 2")

const joint: Shape = (value, at) => {
  jointFields(value, at)
  if (!isJsonObject(value)) return
  const [x, y] = [value["x"] ?? null, value["y"] ?? null]
  if ((x === null) !== (y === null)) at.wrong("must be a joint with both x and y, or with none of them")
  else if (x === null && (value["visibility"] === 1 || value["visibility"] === 2))
    at.wrong("must be a joint with x and y, because its visibility is not 0")
}

const jointFields = objectOf({
  required: { name: jointName, visibility },
  optional: { x: nullable(finite), y: nullable(finite) },
})

const joints: Shape = (value, at) => {
  if (!Array.isArray(value)) return at.wrong("must be a list of joints")
  if (value.length > maxJoints) return at.wrong(`must be a list of at most ${maxJoints} joints`)
  listOf(joint)(value, at)
  const list: ReadonlyArray<unknown> = value
  const names = list.filter(isJsonObject).map(({ name }) => name)
  const seen = new Set<unknown>()
  for (const [index, name] of names.entries()) {
    if (typeof name === "string" && seen.has(name)) at.wrong("must be unique among the joints", index, "name")
    seen.add(name)
  }
  if (!list.filter(isJsonObject).some((one) => one["visibility"] === 1 || one["visibility"] === 2))
    at.wrong("must be a list with a joint whose visibility is 1 or 2")
}

const ring: Shape = (value, at) => {
  if (!Array.isArray(value)) return at.wrong("must be a list of points")
  if (value.length < 3) at.wrong("must be at least three points")
  for (let index = 0; index < value.length && !at.full; index++)
    if (!isPoint(value[index])) at.wrong("must be two finite numbers", index)
}

const filled =
  (item: Shape, message: string): Shape =>
  (value, at) => {
    if (Array.isArray(value) && value.length === 0) at.wrong(message)
    else listOf(item)(value, at)
  }

const box: Shape = (value, at) => {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isPoint)) at.wrong("must be two points")
}

const shapes: { readonly [Type in ExactShapeType]: Shape } = {
  rotated_box: objectOf({ required: { center: place, size: lengths, angle: finite } }),
  ellipse: objectOf({
    required: { center: place, radii: lengths },
    optional: { angle: nullable(finite) },
  }),
  skeleton: objectOf({ required: { joints }, optional: { box: nullable(box) } }),
  multipolygon: objectOf({
    required: {
      polygons: filled(
        filled(ring, "must be a list of at least one ring"),
        "must be a list of at least one polygon",
      ),
    },
    optional: { pixels: nullable(truth) },
  }),
}

/** The type of the contract part of each shape. */
const contractTypes: { readonly [Type in ExactShapeType]: ContractPart["type"] } = {
  rotated_box: "polygon",
  ellipse: "polygon",
  skeleton: "point",
  multipolygon: "polygon",
}

const shape: Shape = chosenBy("type", shapes)

/** Checks the value of `shape`. */
export const exactShape: Shape = nullable(shape)

/** Checks the `shape` of an annotation, which stands on one type of the contract. */
export const withExactShape =
  (annotation: Shape): Shape =>
  (value, at: Inspection) => {
    annotation(value, at)
    if (!isJsonObject(value)) return
    const given = value["shape"]
    if (given === undefined || given === null) return
    at.enter("shape")
    shape(given, at)
    if (isJsonObject(given)) checkContractType(value, given, at)
    at.leave()
  }

const checkContractType = (annotation: JsonObject, given: JsonObject, at: Inspection): void => {
  const type = exactShapeTypes.find((one) => one === given["type"])
  if (type === undefined || annotation["type"] === contractTypes[type]) return
  at.wrong(`must be on an annotation of the type ${contractTypes[type]}`, "type")
}

/** The structure of `shape` of an annotation of an image. Keys that a shape does not name may contain anything. */
import {
  type ContractPart,
  type ExactShapeType,
  exactShapeTypes,
  maxJoints,
} from "../exactShape/ExactShape.ts"
import type { Inspection } from "./Inspection.ts"
import {
  chooseBy,
  finite,
  isFiniteNumber,
  isJsonObject,
  type JsonObject,
  makeLeaf,
  makeList,
  makeNullable,
  makeObject,
  type Shape,
  truth,
} from "./shapes.ts"

const isPoint = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every(isFiniteNumber)

const isLength = (value: unknown): boolean => isFiniteNumber(value) && value >= 0

const place = makeLeaf(isPoint, "must be two finite numbers")
const lengths = makeLeaf(
  (value) => isPoint(value) && Array.isArray(value) && value.every(isLength),
  "must be two finite numbers that are not negative",
)
const jointName = makeLeaf(
  (value) => typeof value === "string" && value !== "",
  "must be text that is not empty",
)
const visibility = makeLeaf((value) => value === 0 || value === 1 || value === 2, "must be 0, 1 or 2")

const checkJoint: Shape = (value, at) => {
  jointFields(value, at)
  if (!isJsonObject(value)) return
  const [x, y] = [value["x"] ?? null, value["y"] ?? null]
  if ((x === null) !== (y === null)) at.reportWrong("must be a joint with both x and y, or with none of them")
  else if (x === null && (value["visibility"] === 1 || value["visibility"] === 2))
    at.reportWrong("must be a joint with x and y, because its visibility is not 0")
}

const jointFields = makeObject({
  required: { name: jointName, visibility },
  optional: { x: makeNullable(finite), y: makeNullable(finite) },
})

const checkJoints: Shape = (value, at) => {
  if (!Array.isArray(value)) return at.reportWrong("must be a list of joints")
  if (value.length > maxJoints) return at.reportWrong(`must be a list of at most ${maxJoints} joints`)
  makeList(checkJoint)(value, at)
  const list: ReadonlyArray<unknown> = value
  const names = list.filter(isJsonObject).map(({ name }) => name)
  const seen = new Set<unknown>()
  for (const [index, name] of names.entries()) {
    if (typeof name === "string" && seen.has(name))
      at.reportWrong("must be unique among the joints", index, "name")
    seen.add(name)
  }
  if (!list.filter(isJsonObject).some((one) => one["visibility"] === 1 || one["visibility"] === 2))
    at.reportWrong("must be a list with a joint whose visibility is 1 or 2")
}

const checkRing: Shape = (value, at) => {
  if (!Array.isArray(value)) return at.reportWrong("must be a list of points")
  if (value.length < 3) at.reportWrong("must be at least three points")
  for (let index = 0; index < value.length && !at.full; index++)
    if (!isPoint(value[index])) at.reportWrong("must be two finite numbers", index)
}

const makeFilled =
  (item: Shape, message: string): Shape =>
  (value, at) => {
    if (Array.isArray(value) && value.length === 0) at.reportWrong(message)
    else makeList(item)(value, at)
  }

const checkBox: Shape = (value, at) => {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isPoint))
    at.reportWrong("must be two points")
}

const shapes: { readonly [Type in ExactShapeType]: Shape } = {
  rotated_box: makeObject({ required: { center: place, size: lengths, angle: finite } }),
  ellipse: makeObject({
    required: { center: place, radii: lengths },
    optional: { angle: makeNullable(finite) },
  }),
  skeleton: makeObject({ required: { joints: checkJoints }, optional: { box: makeNullable(checkBox) } }),
  multipolygon: makeObject({
    required: {
      polygons: makeFilled(
        makeFilled(checkRing, "must be a list of at least one ring"),
        "must be a list of at least one polygon",
      ),
    },
    optional: { pixels: makeNullable(truth) },
  }),
}

/** The type of the contract part of each shape. */
const contractTypes: { readonly [Type in ExactShapeType]: ContractPart["type"] } = {
  rotated_box: "polygon",
  ellipse: "polygon",
  skeleton: "point",
  multipolygon: "polygon",
}

const shape: Shape = chooseBy("type", shapes)

/** Checks the value of `shape`. */
export const exactShape: Shape = makeNullable(shape)

/** Checks the `shape` of an annotation, which stands on one type of the contract. */
export const withExactShape =
  (annotation: Shape): Shape =>
  (value, at: Inspection) => {
    annotation(value, at)
    if (!isJsonObject(value)) return
    const shapeValue = value["shape"]
    if (shapeValue === undefined || shapeValue === null) return
    at.enter("shape")
    shape(shapeValue, at)
    if (isJsonObject(shapeValue)) checkContractType(value, shapeValue, at)
    at.leave()
  }

const checkContractType = (annotation: JsonObject, given: JsonObject, at: Inspection): void => {
  const type = exactShapeTypes.find((one) => one === given["type"])
  if (type === undefined || annotation["type"] === contractTypes[type]) return
  at.reportWrong(`must be on an annotation of the type ${contractTypes[type]}`, "type")
}

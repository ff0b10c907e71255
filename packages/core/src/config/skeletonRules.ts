/** The rules of `skeleton` of a category beyond its structure. */
import type { Violation } from "../domain/errors.ts"
import { isJson, type Json, readNumber } from "./loose.ts"

/** All violations. Values of the wrong type are reported with the structure. */
export const checkSkeleton = (pointer: string, skeleton: unknown): ReadonlyArray<Violation> => {
  if (!isJson(skeleton)) return []
  const joints = toList(skeleton.joints).filter(isJson)
  const names = joints.map(({ name }) => name)
  const jointNames = new Set(names)
  return [
    ...joints.flatMap((joint, index) =>
      checkJoints(`${pointer}/joints/${index}`, joint, names.indexOf(joint.name) < index),
    ),
    ...["edges", "flip"].flatMap((key) => checkPairs(`${pointer}/${key}`, toList(skeleton[key]), jointNames)),
    ...flipRules(`${pointer}/flip`, toList(skeleton.flip)),
  ]
}

const toList = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const checkJoints = (
  pointer: string,
  { name, sigma }: Json,
  isRepeated: boolean,
): ReadonlyArray<Violation> => [
  ...(name === "" ? [{ pointer: `${pointer}/name`, message: "must not be empty" }] : []),
  ...(isRepeated && typeof name === "string"
    ? [{ pointer: `${pointer}/name`, message: "must be unique among the joints" }]
    : []),
  ...((readNumber(sigma) ?? 0) < 0 ? [{ pointer: `${pointer}/sigma`, message: "must be at least 0" }] : []),
]

const checkPairs = (
  pointer: string,
  pairs: ReadonlyArray<unknown>,
  names: ReadonlySet<unknown>,
): ReadonlyArray<Violation> =>
  pairs.flatMap((pair, index) => {
    if (!Array.isArray(pair)) return []
    const at = `${pointer}/${index}`
    if (pair.length !== 2 || pair[0] === pair[1]) return [{ pointer: at, message: "must be two joints" }]
    return pair.flatMap((name: unknown, end) =>
      typeof name !== "string" || names.has(name)
        ? []
        : [{ pointer: `${at}/${end}`, message: "must be the name of a joint" }],
    )
  })

/** A joint has one mirror image. */
const flipRules = (pointer: string, pairs: ReadonlyArray<unknown>): ReadonlyArray<Violation> => {
  const seen = new Set<unknown>()
  return pairs.flatMap((pair, index) =>
    toList(pair).flatMap((name, end) => {
      const isRepeated = typeof name === "string" && seen.has(name)
      seen.add(name)
      return isRepeated
        ? [{ pointer: `${pointer}/${index}/${end}`, message: "must be in one pair alone" }]
        : []
    }),
  )
}

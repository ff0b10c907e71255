/** Every problem of the transport, those of functions with example arguments. */
import type { JsonFault } from "../../src/transport/json/fault.ts"
import { scan } from "../../src/transport/json/scan.ts"
import type { Problem } from "../../src/transport/problem/problem.ts"
import * as refusals from "../../src/transport/problem/refusals.ts"

const faultTexts = [
  "",
  "x",
  "NaN",
  "01",
  "[1.]",
  "{x}",
  '{"a"}',
  '{"a":1 1}',
  "[1 1]",
  "[1",
  "1 1",
  '"\n"',
  '"\\x"',
  '"\\u0000"',
  '"\\ud800"',
  '"\xff"',
  '{"a":1,"a":1}',
  "[".repeat(201),
]

const faults = faultTexts.flatMap((text): ReadonlyArray<JsonFault> => {
  const scanned = scan(Buffer.from(text, "latin1"))
  return scanned._tag === "Left" ? [scanned.left] : []
})

/** Arguments of the problems that are functions. */
const argumentsOf: { readonly [name: string]: ReadonlyArray<unknown> } = {
  invalid: [[{ pointer: "/a", message: "must be a string" }]],
  internalError: ["req_1"],
  longField: [16_384],
  methodNotAllowed: ["GET"],
  otherLineCount: [10_240, 16_000],
  rangeNotSatisfiable: [1000],
  signInRefused: [{ reason: "failed", message: "Begin it again." }],
  throttled: [1],
  tooManyFields: [32],
  unknownVersion: ["2026-11-01"],
}

export const catalogue: ReadonlyArray<Problem> = Object.entries(refusals).flatMap(([name, entry]) => {
  if (typeof entry !== "function") return [entry]
  if (entry === refusals.malformedJson) return faults.map(refusals.malformedJson)
  const given = argumentsOf[name]
  if (given === undefined || given.length !== entry.length)
    throw new Error(`${name} has no example arguments.`)
  // Each takes what stands under its name.
  return [(entry as (...given: ReadonlyArray<unknown>) => Problem)(...given)]
})

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
  makeInvalid: [[{ pointer: "/a", message: "must be a string" }]],
  makeInternalError: ["req_1"],
  makeLongField: [16_384],
  makeMethodNotAllowed: ["GET"],
  makeOtherLineCount: [10_240, 16_000],
  makeRangeNotSatisfiable: [1000],
  signInRefused: [{ reason: "failed", message: "Sign in again." }],
  makeThrottled: [1],
  makeTooManyFields: [32],
  makeUnknownVersion: ["2026-11-01"],
}

export const catalogue: ReadonlyArray<Problem> = Object.entries(refusals).flatMap(([name, entry]) => {
  if (typeof entry !== "function") return [entry]
  if (entry === refusals.makeMalformedJson) return faults.map(refusals.makeMalformedJson)
  const given = argumentsOf[name]
  if (given === undefined || given.length !== entry.length)
    throw new Error(`${name} has no example arguments.`)
  // Each takes what stands under its name.
  return [(entry as (...given: ReadonlyArray<unknown>) => Problem)(...given)]
})

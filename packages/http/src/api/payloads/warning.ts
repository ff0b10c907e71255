/** Payloads about warnings. */
import { clearable, given, Line, RawObject } from "@annotary/core/effect"
import { Schema } from "effect"

const labelset = given(Line.annotations({ description: "By default `ground-truth`" }))

export const CheckRequest = Schema.Struct({ labelset, attributes: clearable(RawObject) }).annotations({
  identifier: "CheckRequest",
  description: "With `attributes` these are checked, as unsaved work, instead of the stored label",
})

export const DatasetCheckRequest = Schema.Struct({ labelset }).annotations({
  identifier: "DatasetCheckRequest",
})

export const NewDismissal = Schema.Struct({ reason: Line }).annotations({
  identifier: "NewDismissal",
})

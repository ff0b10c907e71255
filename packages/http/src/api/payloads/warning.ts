/** Payloads about warnings. */
import { Line, makeClearableField, makeOptionalField, RawObject } from "@annotary/core/effect"
import { Schema } from "effect"

const labelset = makeOptionalField(Line.annotations({ description: "By default `ground-truth`" }))

export const CheckRequest = Schema.Struct({
  labelset,
  attributes: makeClearableField(RawObject),
}).annotations({
  identifier: "CheckRequest",
  description: "With `attributes`, these are checked as unsaved work instead of the stored label",
})

export const DatasetCheckRequest = Schema.Struct({ labelset }).annotations({
  identifier: "DatasetCheckRequest",
})

export const NewDismissal = Schema.Struct({ reason: Line }).annotations({
  identifier: "NewDismissal",
})

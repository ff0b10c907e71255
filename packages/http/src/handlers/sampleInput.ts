/** Fields of samples by their names in the API, as the engine takes them. */
import type { NewSample as NewSampleInput, SamplePatch } from "@annotary/core/effect"
import type { NewSample, SampleChange } from "../api/payloads/sample.ts"

export const sampleInput = ({ name, ...rest }: typeof NewSample.Type): NewSampleInput => ({
  ...samplePatch(rest),
  name,
})

export const samplePatch = ({
  assigned_labeler,
  assigned_reviewer,
  ...rest
}: typeof SampleChange.Type): SamplePatch => ({
  ...rest,
  assignedLabeler: assigned_labeler,
  assignedReviewer: assigned_reviewer,
})

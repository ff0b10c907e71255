/** Maps fields of samples from their API names to the engine's input. */
import type {
  ImportedLabel,
  NewLabeledSample,
  NewSample as NewSampleInput,
  SamplePatch,
} from "@annotary/core/effect"
import { Effect, Either } from "effect"
import { LineLabel, type NewSample, type SampleChange } from "../api/payloads/sample.ts"
import { makePayloadDecoder, type PayloadFailure } from "../transport/codec/payload.ts"
import { Refused } from "../transport/problem/problem.ts"
import { makeInvalid } from "../transport/problem/refusals.ts"

/** Written out, because spreading takes ten times as long and many samples are created at a time. */
export const sampleInput = (payload: typeof NewSample.Type): NewSampleInput => ({
  name: payload.name,
  attributes: payload.attributes,
  metadata: payload.metadata,
  readme: payload.readme,
  priority: payload.priority,
  assignedLabeler: payload.assigned_labeler,
  assignedReviewer: payload.assigned_reviewer,
  overlap: payload.overlap,
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

const decodeLabel = makePayloadDecoder(LineLabel)

/** The label in a sample's payload. */
export const labelInput = ({
  label,
}: Pick<typeof NewSample.Type, "label">): Either.Either<ImportedLabel | undefined, PayloadFailure> =>
  label === undefined || label === null
    ? Either.right(undefined)
    : Either.map(decodeLabel(Buffer.from(label)), ({ label_status: status, ...rest }) => ({
        ...rest,
        status,
      }))

/** Samples with their labels. Pointers begin with `at`. */
export const toLabeledInputs = (
  payloads: ReadonlyArray<typeof NewSample.Type>,
  at: (index: number) => string,
): Effect.Effect<ReadonlyArray<NewLabeledSample>, Refused> =>
  Effect.forEach(payloads, (payload, index) =>
    Either.match(labelInput(payload), {
      onLeft: (failure) =>
        Effect.fail(
          new Refused({
            problem: makeInvalid(
              failure._tag === "Invalid"
                ? failure.issues.map(({ message, pointer }) => ({
                    pointer: `${at(index)}/label${pointer}`,
                    message,
                  }))
                : [{ pointer: `${at(index)}/label`, message: "must be a label" }],
            ),
          }),
        ),
      onRight: (label) => Effect.succeed({ ...sampleInput(payload), label }),
    }),
  )

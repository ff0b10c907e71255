/** Validates input that creates or changes a dataset. Decoded once, with all violations. */
import { Effect, type Schema } from "effect"
import { checkConfiguration } from "../config/checkConfiguration.ts"
import { documentFields } from "../domain/Dataset.ts"
import { InvalidInput, type Violation } from "../domain/errors.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { readJsonFields, ValidatedJson } from "../domain/jsonInput.ts"
import type { JsonObject } from "../domain/jsonValue.ts"
import { decodeInput } from "../domain/violations.ts"
import { DatasetPatch, NewDataset } from "../domain/wire/datasetRequest.ts"
import type { EngineSettingsValues } from "../kernel/EngineSettings.ts"

/** Plain values: names need no brand, they are validated. */
export interface DatasetPatchInput extends WithJsonInput<Schema.Schema.Encoded<typeof DatasetPatch>> {}
/** The input of a new dataset. */
export interface NewDatasetInput extends WithJsonInput<Schema.Schema.Encoded<typeof NewDataset>> {
  /** An organization. Defaults to the caller. */
  readonly owner?: string | undefined
}

const jsonFields = [...documentFields, "taskAttributes"] as const

/** JSON comes as text or as a plain object. */
type WithJsonInput<Input> = {
  readonly [Name in keyof Input]: Name extends (typeof jsonFields)[number]
    ? Input[Name] | JsonObject
    : Input[Name]
}

const decodeNew = decodeInput(NewDataset)
const decodePatch = decodeInput(DatasetPatch)

type Limits = Pick<EngineSettingsValues, "maxMetadataBytes" | "maxConfigurationBytes">

/** Decodes the input of a new dataset. Fails with all violations. */
export const readNewDataset = (input: NewDatasetInput, limits: Limits) => read(input, decodeNew, limits)
/** Decodes changes of a dataset. Fails with all violations. */
export const readDatasetPatch = (input: DatasetPatchInput, limits: Limits) => read(input, decodePatch, limits)

/** Decodes the fields and the JSON in them, and returns the violations of both together. */
const read = <A extends Schema.Schema.Type<typeof DatasetPatch>>(
  input: DatasetPatchInput,
  decode: (input: unknown) => Effect.Effect<A, InvalidInput>,
  limits: Limits,
): Effect.Effect<A, InvalidInput> =>
  Effect.flatMap(ValidatedJson, (validated) => {
    const json = readJsonFields(input, jsonFields, validated)
    const rest = checkDataset(decode(json.input), limits)
    if (json.violations.length === 0) return rest
    return Effect.matchEffect(rest, {
      onFailure: ({ errors }) => new InvalidInput({ errors: [...json.violations, ...errors] }),
      onSuccess: () => new InvalidInput({ errors: json.violations }),
    })
  })

/** The rules for the content of the JSON fields. */
const checkDataset = <A extends Schema.Schema.Type<typeof DatasetPatch>>(
  decoded: Effect.Effect<A, InvalidInput>,
  limits: Limits,
) =>
  Effect.flatMap(decoded, (input) => {
    const errors = [
      ...documentFields.flatMap((name) => checkJsonObject(`/${name}`, input[name], limits.maxMetadataBytes)),
      ...(input.taskAttributes === undefined
        ? []
        : checkConfiguration(input.taskAttributes, limits.maxConfigurationBytes).errors.map((error) => ({
            ...error,
            pointer: `/taskAttributes${error.pointer}`,
          }))),
    ]
    return errors.length === 0 ? Effect.succeed(input) : Effect.fail(new InvalidInput({ errors }))
  })

const checkJsonObject = (
  pointer: string,
  text: JsonText | null | undefined,
  maxBytes: number,
): ReadonlyArray<Violation> => {
  if (text === undefined || text === null) return []
  if (new TextEncoder().encode(text).length > maxBytes)
    return [{ pointer, message: `must be at most ${maxBytes} bytes` }]
  return isObject(text) ? [] : [{ pointer, message: "must be an object" }]
}

/** The text is valid JSON already, so its first character decides. */
const isObject = (text: JsonText): boolean => text.startsWith("{")

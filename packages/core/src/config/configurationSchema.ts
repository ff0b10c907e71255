/** JSON Schema (draft 2020-12) of the label-editor configuration, generated from the Schema that checks it. */
import { JSONSchema } from "effect"
import { Configuration } from "../domain/Configuration.ts"

/** Unknown keys are kept, so the schema allows them. */
const make = (): { readonly [key: string]: unknown } => {
  const definitions: Record<string, JSONSchema.JsonSchema7> = {}
  JSONSchema.fromAST(Configuration.ast, {
    definitions,
    target: "jsonSchema2020-12",
    additionalPropertiesStrategy: "allow",
  })
  const { Configuration: root, ...$defs } = JSON.parse(JSON.stringify(definitions, omitId))
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...root, $defs }
}

/**
 * Removes the id that Effect gives to schemas of any value: within a document it would change the base of references
 * below it.
 */
const omitId = (key: string, value: unknown): unknown => (key === "$id" ? undefined : value)

let made: { readonly [key: string]: unknown } | undefined

/** The JSON Schema, created at the first call. */
export const makeConfigurationSchema = (): { readonly [key: string]: unknown } => {
  made ??= make()
  return made
}

/** JSON Schema (draft 2020-12) of the label-editor configuration, generated from the Schema that judges it. */
import { JSONSchema } from "effect"
import { Configuration } from "../domain/Configuration.ts"

/** Unknown keys are kept, so the schema allows them. */
const make = (): { readonly [key: string]: unknown } => {
  const $defs: Record<string, JSONSchema.JsonSchema7> = {}
  const root = JSONSchema.fromAST(Configuration.ast, {
    definitions: $defs,
    target: "jsonSchema2020-12",
    topLevelReferenceStrategy: "skip",
    additionalPropertiesStrategy: "allow",
  })
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...root, $defs }
}

let made: { readonly [key: string]: unknown } | undefined

/** Made at the first call. */
export const configurationSchema = (): { readonly [key: string]: unknown } => {
  made ??= make()
  return made
}

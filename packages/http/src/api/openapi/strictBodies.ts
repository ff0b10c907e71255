/** Sets `additionalProperties: false` in the bodies of operations that refuse unknown keys. */
import type * as OpenApi from "@effect/platform/OpenApi"

type Operation = OpenApi.OpenAPISpecOperation
type Schema = Record<string, unknown>

/** NDJSON lines are not part of the wire contract, even in operations that are. */
const lines = "application/x-ndjson"

const prefix = "#/components/schemas/"

/** Closes the bodies of the strict operations. A component that another operation needs open is an error of the declaration. */
export const closeBodies = (spec: OpenApi.OpenAPISpec, strict: (operation: Operation) => boolean): void => {
  const operations = Object.values(spec.paths).flatMap((item) => Object.values(item))
  const components: Readonly<Record<string, object>> = spec.components.schemas
  const open = new Set<Schema>()
  const closed = new Set<Schema>()
  for (const operation of operations) {
    const { requestBody, ...others } = operation
    visit(others, components, open)
    for (const [type, content] of Object.entries(requestBody?.content ?? {}))
      visit(content, components, strict(operation) || type === lines ? closed : open)
  }
  for (const schema of closed) {
    if (schema.additionalProperties !== true) continue
    if (open.has(schema))
      throw new Error(`A strict body shares a schema with an open one: ${JSON.stringify(schema)}.`)
    schema.additionalProperties = false
  }
}

/** Collects every object below the value, following references. */
const visit = (value: unknown, components: Readonly<Record<string, object>>, seen: Set<Schema>): void => {
  if (typeof value !== "object" || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) visit(item, components, seen)
    return
  }
  // Cast: any object can be read as a record; only its members are visited.
  const schema = value as Schema
  if (seen.has(schema)) return
  seen.add(schema)
  if (typeof schema.$ref === "string" && schema.$ref.startsWith(prefix))
    visit(components[schema.$ref.slice(prefix.length)], components, seen)
  for (const member of Object.values(schema)) visit(member, components, seen)
}

/** Operations of the API as tools see them: their inputs as one flat object, with the JSON Schema of the contract. */
import { openApi } from "@annotary/http/api"

type JsonSchema = { readonly [key: string]: unknown }

/** The part of a request to which a member of the input belongs. */
export type Place = "path" | "urlParams" | "headers" | "payload"

/** The arguments of a call: members of the tool's input schema. */
export type Arguments = Readonly<Record<string, unknown>>

/** The arguments by the parts of a request. */
export type ToolRequest = { readonly [Part in Place]?: Arguments }

/** An operation with the address of its call in the client. */
export interface Operation {
  /** The group of endpoints and the name in it, as in the client. */
  readonly group: string
  readonly endpoint: string
  readonly places: ReadonlyMap<string, Place>
  /** The schema of the flat input. */
  readonly input: JsonSchema
}

/** Looks up an operation of the contract. `only`: the members of the input schema; all by default. Throws when there is no such operation. */
export const findOperation = (
  id: string,
  only: ReadonlyArray<string> | undefined,
  maxRows: number | undefined,
): Operation => {
  const operation = listOperations().get(id)
  if (operation === undefined) throw new Error(`The contract has no operation ${id}.`)
  const places = new Map<string, Place>()
  const properties: Record<string, JsonSchema> = {}
  const required: Array<string> = []
  const add = (name: string, place: Place, schema: JsonSchema, isRequired: boolean) => {
    if (places.has(name)) throw new Error(`${id} has two members ${name}.`)
    places.set(name, place)
    if (only !== undefined && !only.includes(name)) return
    properties[name] = name === "per_page" && maxRows !== undefined ? makePageSize(maxRows) : schema
    if (isRequired) required.push(name)
  }
  for (const parameter of operation.parameters)
    if (parameter.in === "path" || parameter.in === "query")
      add(
        parameter.name,
        parameter.in === "path" ? "path" : "urlParams",
        describe(parameter.schema, parameter.description),
        parameter.required,
      )
  if (operation.parameters.some((parameter) => parameter.name === "if-match"))
    add("version", "headers", { type: "string", description: versionText }, false)
  const body = resolve(operation.requestBody?.content["application/json"]?.schema)
  if (body !== undefined && body.properties === undefined)
    throw new Error(`The body of ${id} has no members that a tool could have.`)
  const needed = listTexts(body?.required)
  for (const [name, schema] of Object.entries(toObject(body?.properties)))
    add(name, "payload", toObject(schema), needed.includes(name))
  const [group = "", endpoint = ""] = id.split(".")
  const input = replaceReferences({ type: "object", properties, required, additionalProperties: false })
  return { group, endpoint, places, input: toObject(input) }
}

const versionText =
  "The version that you have read. The call is refused if there is a newer one, and nothing is overwritten"

const makePageSize = (most: number): JsonSchema => ({
  type: "integer",
  minimum: 1,
  maximum: most,
  default: most,
  description: "Rows of a page",
})

const describe = (schema: JsonSchema, description: string | undefined): JsonSchema =>
  description === undefined || schema.description !== undefined ? schema : { ...schema, description }

/** The parts of the document that are read here. */
interface DocumentOperation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: JsonSchema
    readonly description?: string
  }>
  readonly requestBody?: {
    readonly content: { readonly [type: string]: { readonly schema: JsonSchema } }
  }
}

let operations: ReadonlyMap<string, DocumentOperation> | undefined

/** Cast: the document is generated, and its types allow more than it contains. */
const listOperations = (): ReadonlyMap<string, DocumentOperation> => {
  operations ??= new Map(
    Object.values(openApi().paths)
      .flatMap((path) => Object.values(path) as unknown as ReadonlyArray<DocumentOperation>)
      .map((operation) => [operation.operationId, operation]),
  )
  return operations
}

const componentStart = "#/components/schemas/"

const findComponent = (reference: string): JsonSchema =>
  toObject(Reflect.get(openApi().components.schemas, reference.slice(componentStart.length)))

const resolve = (schema: JsonSchema | undefined): JsonSchema | undefined =>
  typeof schema?.$ref === "string" ? findComponent(schema.$ref) : schema

/** A tool's schema stands alone, so components take the place of references to them. Those that contain themselves become any value. */
const replaceReferences = (value: unknown, open: ReadonlyArray<string> = []): unknown => {
  if (Array.isArray(value)) return value.map((item) => replaceReferences(item, open))
  if (typeof value !== "object" || value === null) return value
  const { $ref: reference, ...rest } = toObject(value)
  const own = Object.fromEntries(
    Object.entries(rest).map(([key, member]) => [key, replaceReferences(member, open)]),
  )
  if (typeof reference !== "string") return own
  if (open.includes(reference)) return own
  return { ...toObject(replaceReferences(findComponent(reference), [...open, reference])), ...own }
}

const toObject = (value: unknown): JsonSchema =>
  typeof value === "object" && value !== null ? { ...value } : {}

const listTexts = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : []

/** The JSON Schema of an entity in events, derived from the schema of its JSON. */

import { SchemaAST as AST, type Schema } from "effect"
import { InEvents } from "../../domain/wire/shared.ts"
import { type JsonSchema, list, orNull, record } from "./JsonSchema.ts"

export const eventSchemaOf = (schema: Schema.Schema.AnyNoContext): JsonSchema => schemaOf(schema.ast)

const schemaOf = (ast: AST.AST): JsonSchema => {
  switch (ast._tag) {
    case "StringKeyword":
      return { type: "string" }
    case "NumberKeyword":
      return { type: "number" }
    case "BooleanKeyword":
      return { type: "boolean" }
    case "Literal":
      return typeof ast.literal === "boolean" ? { type: "boolean" } : { const: ast.literal }
    case "Refinement":
      return typeIn(ast) ?? schemaOf(ast.from)
    case "TupleType":
      return list(ast.rest[0] === undefined ? {} : schemaOf(ast.rest[0].type))
    case "Union":
      return ofUnion(ast.types.filter((type) => !AST.isUndefinedKeyword(type)))
    case "TypeLiteral":
      return ast.indexSignatures.length > 0 ? { type: "object" } : ofStruct(ast)
    default:
      throw new Error(`Events cannot have a field of the kind ${ast._tag}.`)
  }
}

/** The annotation of a refinement without its pattern: a whole number, or the text of a time or an id. */
const typeIn = (ast: AST.Refinement): JsonSchema | undefined => {
  const { format, type }: JsonSchema = { ...(ast.annotations[AST.JSONSchemaAnnotationId] as object) }
  if (type === undefined) return undefined
  return format === undefined ? { type } : { type, format }
}

const ofUnion = (types: ReadonlyArray<AST.AST>): JsonSchema => {
  const members = types.filter((type) => !isNull(type))
  const literals = members.flatMap((type) => (AST.isLiteral(type) ? [type.literal] : []))
  const [first] = members
  const schema =
    literals.length === members.length && literals.length > 1
      ? { type: "string", enum: literals }
      : first === undefined
        ? {}
        : schemaOf(first)
  return members.length < types.length ? orNull(schema) : schema
}

const isNull = (ast: AST.AST): boolean => AST.isLiteral(ast) && ast.literal === null

const ofStruct = (ast: AST.TypeLiteral): JsonSchema => {
  const special = (ast.annotations[InEvents] ?? {}) as { readonly [field: string]: JsonSchema | false }
  const fields = ast.propertySignatures.filter(({ name }) => special[String(name)] !== false)
  return record(
    Object.fromEntries(
      fields.map(({ name, type }) => {
        const own = special[String(name)] || {}
        return [String(name), "type" in own ? own : { ...schemaOf(type), ...own }]
      }),
    ),
    fields.filter(({ isOptional }) => isOptional).map(({ name }) => String(name)),
  )
}

/** The JSON Schema of an entity in events, derived from the schema of its JSON. */

import { SchemaAST as AST, type Schema } from "effect"
import { InEvents } from "../../domain/wire/shared.ts"
import { type JsonSchema, list, makeNullable, record } from "./JsonSchema.ts"

export const toEventSchema = (schema: Schema.Schema.AnyNoContext): JsonSchema => toJsonSchema(schema.ast)

const toJsonSchema = (ast: AST.AST): JsonSchema => {
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
      return readRefinementType(ast) ?? toJsonSchema(ast.from)
    case "TupleType":
      return list(ast.rest[0] === undefined ? {} : toJsonSchema(ast.rest[0].type))
    case "Union":
      return toUnionSchema(ast.types.filter((type) => !AST.isUndefinedKeyword(type)))
    case "TypeLiteral":
      return ast.indexSignatures.length > 0 ? { type: "object" } : toObjectSchema(ast)
    default:
      throw new Error(`Events cannot have a field of the kind ${ast._tag}.`)
  }
}

/** The annotation of a refinement without its pattern: a whole number, or the text of a time or an id. */
const readRefinementType = (ast: AST.Refinement): JsonSchema | undefined => {
  const { format, type }: JsonSchema = { ...(ast.annotations[AST.JSONSchemaAnnotationId] as object) }
  if (type === undefined) return undefined
  return format === undefined ? { type } : { type, format }
}

const toUnionSchema = (types: ReadonlyArray<AST.AST>): JsonSchema => {
  const members = types.filter((type) => !isNull(type))
  const literals = members.flatMap((type) => (AST.isLiteral(type) ? [type.literal] : []))
  const [first] = members
  const schema =
    literals.length === members.length && literals.length > 1
      ? { type: "string", enum: literals }
      : first === undefined
        ? {}
        : toJsonSchema(first)
  return members.length < types.length ? makeNullable(schema) : schema
}

const isNull = (ast: AST.AST): boolean => AST.isLiteral(ast) && ast.literal === null

const toObjectSchema = (ast: AST.TypeLiteral): JsonSchema => {
  const special = (ast.annotations[InEvents] ?? {}) as { readonly [field: string]: JsonSchema | false }
  const fields = ast.propertySignatures.filter(({ name }) => special[String(name)] !== false)
  return record(
    Object.fromEntries(
      fields.map(({ name, type }) => {
        const own = special[String(name)] || {}
        return [String(name), "type" in own ? own : { ...toJsonSchema(type), ...own }]
      }),
    ),
    fields.filter(({ isOptional }) => isOptional).map(({ name }) => String(name)),
  )
}

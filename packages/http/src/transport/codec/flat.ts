/**
 * Decodes valid flat objects: members are strings, numbers, literals and raw JSON, with filters. Derived from the schema
 * once, it takes a tenth of the schema's time. What it does not accept is left to the schema, which reports the issues.
 */
import { findRawJsonMark, Raw } from "@annotary/core/effect"
import { SchemaAST as AST, Option } from "effect"

/** Returns the decoded value, or {@link refused}. */
type Member = (value: unknown) => unknown

interface Field {
  /** The name of the decoded member. */
  readonly to: string
  readonly read: Member
  readonly required: boolean
}

/** Stands for a value that the schema has to decode. */
export const refused: unique symbol = Symbol("refused")

/** The decoder of a schema's flat objects; undefined when the schema is not a struct. */
export const makeFlatDecoder = (ast: AST.AST): Member | undefined => {
  const fields = findFields(ast)
  if (fields === undefined) return undefined
  const required = [...fields.values()].filter((field) => field.required).length
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refused
    const decoded: Record<string, unknown> = {}
    let missing = required
    for (const [key, given] of Object.entries(value)) {
      const field = fields.get(key)
      const member = field === undefined ? refused : field.read(given)
      if (field === undefined || member === refused) return refused
      if (field.required) missing--
      if (member !== absent) decoded[field.to] = member
    }
    return missing === 0 ? decoded : refused
  }
}

/** Stands for a member that is left out. */
const absent: unique symbol = Symbol("absent")

const findFields = (ast: AST.AST): ReadonlyMap<string, Field> | undefined => {
  if (AST.isTypeLiteral(ast)) return ast.indexSignatures.length > 0 ? undefined : findPlainFields(ast)
  if (!AST.isTransformation(ast) || !AST.isTypeLiteralTransformation(ast.transformation)) return undefined
  const fields = findFields(ast.from)
  if (fields === undefined) return undefined
  const changed = new Map(fields)
  for (const { decode, from, to } of ast.transformation.propertySignatureTransformations) {
    const field = fields.get(String(from))
    // A member that is absent would get a default.
    if (field === undefined || typeof to !== "string" || Option.isSome(decode(Option.none())))
      return undefined
    changed.set(String(from), {
      to,
      required: field.required,
      read: (value) => {
        const member = field.read(value)
        return member === refused ? refused : Option.getOrElse(decode(Option.some(member)), () => absent)
      },
    })
  }
  return changed
}

const findPlainFields = ({ propertySignatures }: AST.TypeLiteral): ReadonlyMap<string, Field> | undefined => {
  const fields = new Map<string, Field>()
  for (const { isOptional, name, type } of propertySignatures) {
    // Assigning `__proto__` would set the prototype.
    if (typeof name !== "string" || name === "__proto__") return undefined
    fields.set(name, { to: name, read: makeMemberDecoder(type), required: !isOptional })
  }
  return fields
}

const makeMemberDecoder = (ast: AST.AST): Member => {
  if (findRawJsonMark(ast) === "object")
    return (value) => (value instanceof Raw && value.text.startsWith("{") ? value.text : refused)
  switch (ast._tag) {
    case "StringKeyword":
      return (value) => (typeof value === "string" ? value : refused)
    case "NumberKeyword":
      return (value) => (typeof value === "number" ? value : refused)
    case "Literal":
      return (value) => (value === ast.literal ? value : refused)
    case "Union": {
      const members = ast.types.map(makeMemberDecoder)
      return (value) => {
        for (const read of members) {
          const member = read(value)
          if (member !== refused) return member
        }
        return refused
      }
    }
    case "Refinement": {
      const from = makeMemberDecoder(ast.from)
      return (value) => {
        const member = from(value)
        return member !== refused && Option.isNone(ast.filter(member, AST.defaultParseOption, ast))
          ? member
          : refused
      }
    }
    default:
      return () => refused
  }
}

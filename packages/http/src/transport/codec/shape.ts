/**
 * Derives from a payload's schema how to read a body before decoding it: which members of the root object, or of the root
 * array's items, stay text, which are parsed, and which are ignored.
 */
import { findRawJsonMark, NotANumberIsNull, type RawJsonMark } from "@annotary/core/effect"
import { SchemaAST as AST, Option } from "effect"

/** A member is parsed, or kept as text in one of two forms. */
export type Reading = "parsed" | RawJsonMark

export interface ObjectShape {
  readonly fields: ReadonlyMap<string, Reading>
  /** Whether undeclared members are read. */
  readonly open: boolean
  /** Fields in which NaN and Infinity mean null. */
  readonly notANumber: ReadonlySet<string>
  /** Whether some member is kept as text. */
  readonly raw: boolean
}

/** The object or the array that a payload may be; both for a union of the two, neither for a scalar. */
export interface PayloadShape {
  readonly object: ObjectShape | undefined
  readonly items: ObjectShape | undefined
  /** The maximum number of items of the array in the schema. */
  readonly maxItems: number
}

export const getShape = (ast: AST.AST): PayloadShape => {
  const root = getParts(ast)
  return {
    object: mergeLiterals(root.literals),
    items: mergeLiterals(
      root.tuples.flatMap((tuple) => tuple.rest.flatMap(({ type }) => getParts(type).literals)),
    ),
    maxItems: root.maxItems,
  }
}

interface Parts {
  readonly literals: ReadonlyArray<AST.TypeLiteral>
  readonly tuples: ReadonlyArray<AST.TupleType>
  readonly maxItems: number
}

/** The object and array types on the encoded side of a schema, through all wrappers. */
const getParts = (ast: AST.AST): Parts => {
  switch (ast._tag) {
    case "TypeLiteral":
      return { literals: [ast], tuples: [], maxItems: Number.POSITIVE_INFINITY }
    case "TupleType":
      return { literals: [], tuples: [ast], maxItems: Number.POSITIVE_INFINITY }
    case "Refinement": {
      const inner = getParts(ast.from)
      return { ...inner, maxItems: Math.min(inner.maxItems, getMaxItems(ast)) }
    }
    case "Transformation":
      return getParts(ast.from)
    case "Suspend":
      return getParts(ast.f())
    case "Union": {
      const members = ast.types.map(getParts)
      return {
        literals: members.flatMap(({ literals }) => literals),
        tuples: members.flatMap(({ tuples }) => tuples),
        maxItems: Math.max(
          ...members.filter(({ tuples }) => tuples.length > 0).map(({ maxItems }) => maxItems),
        ),
      }
    }
    default:
      return { literals: [], tuples: [], maxItems: Number.POSITIVE_INFINITY }
  }
}

const getMaxItems = (ast: AST.Annotated): number => {
  const schema = Option.getOrUndefined(AST.getJSONSchemaAnnotation(ast))
  return schema !== undefined && "maxItems" in schema && typeof schema.maxItems === "number"
    ? schema.maxItems
    : Number.POSITIVE_INFINITY
}

const mergeLiterals = (literals: ReadonlyArray<AST.TypeLiteral>): ObjectShape | undefined => {
  if (literals.length === 0) return undefined
  const fields = new Map<string, Reading>()
  const notANumber = new Set<string>()
  for (const { name, type } of literals.flatMap(({ propertySignatures }) => propertySignatures)) {
    if (typeof name !== "string") continue
    const reading = getReading(type)
    const before = fields.get(name)
    if (before !== undefined && before !== reading)
      throw new Error(`The field "${name}" is raw in one member of a payload union and not in another.`)
    fields.set(name, reading)
    if (isMarked(type)) notANumber.add(name)
  }
  return {
    fields,
    open: literals.some((literal) => literal.indexSignatures.length > 0 || isPreserving(literal)),
    notANumber,
    raw: notANumber.size > 0 || Array.from(fields.values()).some((reading) => reading !== "parsed"),
  }
}

const isPreserving = (ast: AST.Annotated): boolean =>
  Option.getOrUndefined(AST.getParseOptionsAnnotation(ast))?.onExcessProperty === "preserve"

const isMarked = (ast: AST.AST): boolean =>
  ast.annotations[NotANumberIsNull] === true ||
  (AST.isUnion(ast) && ast.types.some(isMarked)) ||
  ((AST.isRefinement(ast) || AST.isTransformation(ast)) && isMarked(ast.from))

const getReading = (ast: AST.AST): Reading => {
  const mark = findRawJsonMark(ast)
  if (mark !== undefined) return mark
  if (AST.isUnion(ast)) return ast.types.map(getReading).find((reading) => reading !== "parsed") ?? "parsed"
  if (AST.isRefinement(ast) || AST.isTransformation(ast)) return getReading(ast.from)
  return "parsed"
}

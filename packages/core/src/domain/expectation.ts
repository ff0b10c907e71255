import { SchemaAST as AST, Option } from "effect"

/**
 * The phrase after "must be" for a schema: its description if that begins with an article, otherwise its kind. Never
 * a value of the input.
 */
export const describeExpectation = (ast: AST.AST): string =>
  Option.firstSomeOf([
    Option.flatMap(AST.getDescriptionAnnotation(ast), findPhrase),
    Option.flatMap(AST.getTitleAnnotation(ast), findPhrase),
  ]).pipe(Option.getOrElse(() => describeKind(ast)))

/** The first phrase of a description, if it says what a value is: it begins with an article. */
const findPhrase = (description: string): Option.Option<string> =>
  /^an? /.test(description)
    ? Option.some(
        description
          .replace(/[;:,.].*$/s, "")
          .replace(/^.* to be decoded into (?=an? )/, "")
          .replace("(s)", "s"),
      )
    : Option.none()

const describeKind = (ast: AST.AST): string => {
  switch (ast._tag) {
    case "Literal":
      return typeof ast.literal === "bigint" ? String(ast.literal) : JSON.stringify(ast.literal)
    case "Enums":
      return formatAlternatives(ast.enums.map(([, value]) => JSON.stringify(value)))
    case "Union":
      return describeUnion(ast)
    case "StringKeyword":
      return "a string"
    case "NumberKeyword":
      return "a number"
    case "BooleanKeyword":
      return "a boolean"
    case "TupleType":
      return "an array"
    case "TypeLiteral":
      return "an object"
    case "Refinement":
    case "Transformation":
      return describeExpectation(ast.from)
    case "Suspend":
      return describeExpectation(ast.f())
    default:
      return "another kind of value"
  }
}

/** Null comes last, whatever the order of the declaration. */
const describeUnion = (union: AST.Union): string => {
  const kinds = new Set(listMembers(union).map(describeExpectation))
  if (kinds.delete("null")) kinds.add("null")
  return formatAlternatives(Array.from(kinds))
}

const listMembers = ({ types }: AST.Union): ReadonlyArray<AST.AST> =>
  types.flatMap((type) => {
    if (AST.isUndefinedKeyword(type)) return []
    return AST.isUnion(type) && isPlain(type) ? listMembers(type) : [type]
  })

const isPlain = (ast: AST.AST): boolean => Option.isNone(AST.getDescriptionAnnotation(ast))

/** Joins phrases: `a string, a number or null`. */
export const formatAlternatives = (kinds: ReadonlyArray<string>): string =>
  kinds.length < 2 ? kinds.join("") : `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`

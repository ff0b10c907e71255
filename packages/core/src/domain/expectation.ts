import { SchemaAST as AST, Option } from "effect"

/**
 * The phrase after "must be" for a schema: its description if that begins with an article, otherwise its kind. Never
 * a value of the input.
 */
export const expectationOf = (ast: AST.AST): string =>
  Option.firstSomeOf([
    Option.flatMap(AST.getDescriptionAnnotation(ast), phraseIn),
    Option.flatMap(AST.getTitleAnnotation(ast), phraseIn),
  ]).pipe(Option.getOrElse(() => kindOf(ast)))

/** The first phrase of a description, if it says what a value is: it begins with an article. */
const phraseIn = (description: string): Option.Option<string> =>
  /^an? /.test(description)
    ? Option.some(
        description
          .replace(/[;:,.].*$/s, "")
          .replace(/^.* to be decoded into (?=an? )/, "")
          .replace("(s)", "s"),
      )
    : Option.none()

const kindOf = (ast: AST.AST): string => {
  switch (ast._tag) {
    case "Literal":
      return typeof ast.literal === "bigint" ? String(ast.literal) : JSON.stringify(ast.literal)
    case "Enums":
      return oneOf(ast.enums.map(([, value]) => JSON.stringify(value)))
    case "Union":
      return unionOf(ast)
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
      return expectationOf(ast.from)
    case "Suspend":
      return expectationOf(ast.f())
    default:
      return "another kind of value"
  }
}

/** Null comes last, whatever the order of the declaration. */
const unionOf = (union: AST.Union): string => {
  const kinds = new Set(membersOf(union).map(expectationOf))
  if (kinds.delete("null")) kinds.add("null")
  return oneOf(Array.from(kinds))
}

const membersOf = ({ types }: AST.Union): ReadonlyArray<AST.AST> =>
  types.flatMap((type) => {
    if (AST.isUndefinedKeyword(type)) return []
    return AST.isUnion(type) && isPlain(type) ? membersOf(type) : [type]
  })

const isPlain = (ast: AST.AST): boolean => Option.isNone(AST.getDescriptionAnnotation(ast))

/** Joins phrases: `a string, a number or null`. */
export const oneOf = (kinds: ReadonlyArray<string>): string =>
  kinds.length < 2 ? kinds.join("") : `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`

/**
 * A schema in a few words, for "Expected …": what its annotations say where that reads on from "Expected", else its kind.
 * Never a value that was sent.
 */
import { SchemaAST as AST, Option } from "effect"

export const describe = (ast: AST.AST): string =>
  Option.firstSomeOf([
    Option.flatMap(AST.getDescriptionAnnotation(ast), words),
    Option.flatMap(AST.getTitleAnnotation(ast), words),
  ]).pipe(Option.getOrElse(() => kindOf(ast)))

/** Descriptions are written for the reference: one that says what a value is begins with an article and ends early. */
const words = (description: string): Option.Option<string> =>
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
      return JSON.stringify(ast.literal)
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
      return describe(ast.from)
    case "Suspend":
      return describe(ast.f())
    default:
      return "another kind of value"
  }
}

/** Null comes last, whatever the order of the declaration. */
const unionOf = ({ types }: AST.Union): string => {
  const kinds = new Set(types.filter((type) => !AST.isUndefinedKeyword(type)).map(describe))
  const nullable = kinds.delete("null")
  const named = oneOf(Array.from(kinds))
  if (!nullable) return named
  return named === "" ? "null" : `${named} or null`
}

const oneOf = (kinds: ReadonlyArray<string>): string =>
  kinds.length > 2 ? `one of ${kinds.join(", ")}` : kinds.join(" or ")

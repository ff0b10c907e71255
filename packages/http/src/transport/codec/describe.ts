/** A schema in a few words, for "Expected …": what its annotations say, else its kind. Never a value that was sent. */
import { SchemaAST as AST, Option } from "effect"

export const describe = (ast: AST.AST): string =>
  AST.getDescriptionAnnotation(ast).pipe(
    Option.orElse(() => AST.getTitleAnnotation(ast)),
    Option.getOrElse(() => kindOf(ast)),
  )

const kindOf = (ast: AST.AST): string => {
  switch (ast._tag) {
    case "Literal":
      return JSON.stringify(ast.literal)
    case "Enums":
      return ast.enums.map(([, value]) => JSON.stringify(value)).join(" or ")
    case "Union":
      return unionOf(ast)
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

const unionOf = (ast: AST.Union): string => {
  const kinds = new Set(ast.types.filter((type) => !AST.isUndefinedKeyword(type)).map(describe))
  return Array.from(kinds).join(" or ")
}

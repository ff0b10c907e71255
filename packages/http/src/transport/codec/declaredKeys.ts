/** All property names that a schema declares, at any depth: the only keys that an error may repeat. */
import { SchemaAST as AST } from "effect"

export const listDeclaredKeys = (ast: AST.AST): ReadonlySet<string> => {
  const keys = new Set<string>()
  const seen = new Set<AST.AST>()
  const visit = (one: AST.AST): void => {
    if (seen.has(one)) return
    seen.add(one)
    for (const child of listChildren(one)) visit(child)
    if (!AST.isTypeLiteral(one)) return
    for (const { name } of one.propertySignatures) if (typeof name === "string") keys.add(name)
  }
  visit(ast)
  return keys
}

const listChildren = (ast: AST.AST): ReadonlyArray<AST.AST> => {
  switch (ast._tag) {
    case "TypeLiteral":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    case "TupleType":
      return [...ast.elements, ...ast.rest].map(({ type }) => type)
    case "Union":
      return ast.types
    case "Refinement":
      return [ast.from]
    case "Transformation":
      return [ast.from, ast.to]
    case "Suspend":
      return [ast.f()]
    case "Declaration":
      return ast.typeParameters
    default:
      return []
  }
}

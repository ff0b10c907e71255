/** Names of functions, names of constants and doc-comments of a source file, by the syntax tree. */
import { type Node, parseSync, Visitor } from "oxc-parser"

export interface NamedPlace {
  readonly name: string
  readonly line: number
}

export interface DocComment {
  /** Text of the comment on one line, without its asterisks. */
  readonly text: string
  /** Name of the declaration behind it; undefined where it stands for a whole file. */
  readonly subject: string | undefined
  readonly line: number
}

export interface SourceNames {
  /** Declared functions, constants that hold a function, and methods of classes; components are left out. */
  readonly functions: ReadonlyArray<NamedPlace>
  /** Constants that hold no function, at every depth. */
  readonly constants: ReadonlyArray<NamedPlace>
  readonly comments: ReadonlyArray<DocComment>
}

/** Calls that return the function that they are given, with a span or without. */
const wrapper = /\b(fn|fnUntraced|traced|dual)\b/

const isFunction = (node: Node): boolean =>
  node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression"

export const parseNames = (path: string, source: string): SourceNames => {
  const { comments, errors, program } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const findLine = makeLineFinder(source)
  const functions: Array<NamedPlace> = []
  const constants: Array<NamedPlace> = []
  const addFunction = (name: string, start: number) => {
    if (!/^[A-Z]/.test(name)) functions.push({ name, line: findLine(start) })
  }
  const isWrapped = (node: Node): boolean =>
    node.type === "CallExpression" &&
    node.arguments.some(isFunction) &&
    wrapper.test(source.slice(node.start, node.arguments[0]?.start))
  new Visitor({
    FunctionDeclaration: ({ id }) => {
      if (id !== null) addFunction(id.name, id.start)
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== "Identifier") return
      if (init !== null && (isFunction(init) || isWrapped(init))) addFunction(id.name, id.start)
      else constants.push({ name: id.name, line: findLine(id.start) })
    },
    MethodDefinition: ({ key, kind }) => {
      if (kind === "method" && (key.type === "Identifier" || key.type === "PrivateIdentifier")) {
        addFunction(key.name, key.start)
      }
    },
  }).visit(program)
  return {
    functions,
    constants,
    comments: comments
      .filter(({ type, value }) => type === "Block" && value.startsWith("*"))
      .map(({ end, start, value }) => ({
        text: value.replaceAll(/\s*\n\s*\*?\s*|^\*\s*/g, " ").trim(),
        subject: findSubject(source.slice(end, end + 200)),
        line: findLine(start),
      })),
  }
}

const findSubject = (code: string): string | undefined =>
  code.match(
    /^\s*\n?\s*(?:export )?(?:readonly |declare |async )?(?:const |function |class |interface |type )?(\w+)/,
  )?.[1]

const makeLineFinder = (source: string): ((position: number) => number) => {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (position) => {
    const next = starts.findIndex((start) => start > position)
    return next < 0 ? starts.length : next
  }
}

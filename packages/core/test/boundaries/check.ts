/** Holds one source file against the table and says, a sentence each, what is wrong. */
import { posix } from "node:path"
import { maxLines, words, zones } from "./table.ts"

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** The entry points of our packages: a specifier is public when it is in this set. */
export type EntryPoints = ReadonlySet<string>

const tokens = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

export const withoutComments = (text: string): string =>
  text.replace(tokens, (token) => (token.startsWith("/") ? " " : token))

const statements = [
  /(?:^|[;}\n])\s*(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']/g,
  /(?:^|[;}\n])\s*import\s*["']([^"']+)["']/g,
  /\b(?:import|require)\s*\(\s*["']([^"']+)["']/g,
]

export const importsOf = (text: string): ReadonlyArray<string> => {
  const code = withoutComments(text)
  return statements.flatMap((statement) => [...code.matchAll(statement)].flatMap((match) => match[1] ?? []))
}

const packageOf = (path: string): string => path.split("/").slice(0, 2).join("/")
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1)

const checkImport = (file: SourceFile, specifier: string, entryPoints: EntryPoints): string | undefined => {
  const says = `${file.path} imports "${specifier}"`
  const relative = specifier.startsWith(".")
  const target = relative ? posix.normalize(posix.join(folderOf(file.path), specifier)) : specifier
  if (relative && packageOf(target) !== packageOf(file.path)) {
    return `${says}: packages meet through their exports, not through each other's folders.`
  }
  if (specifier.startsWith("@annotary/") && !entryPoints.has(specifier)) {
    return `${says}: that is not a public entry point of the package.`
  }
  const zone = zones.find((z) => z.files.test(file.path))
  if (zone === undefined)
    return `${file.path} lies in no module of the import table (core/test/boundaries/table.ts).`
  const never = zone.never?.find(({ what }) => what.test(target))
  if (never !== undefined) return `${says}: ${never.because}.`
  if (packageOf(file.path).startsWith("examples/") && relative) return undefined
  return zone.may.some((m) => m.test(target)) ? undefined : `${says}: ${zone.name} may not import that.`
}

export const check = (file: SourceFile, entryPoints: EntryPoints): ReadonlyArray<string> => {
  const code = withoutComments(file.text)
  const lines = file.text.replace(/\n$/, "").split("\n").length
  const wrongImports = importsOf(file.text).flatMap(
    (specifier) => checkImport(file, specifier, entryPoints) ?? [],
  )
  const wrongWords = words
    .filter((word) => !word.except.test(file.path) && word.what.test(code))
    .map((word) => `${file.path} says ${code.match(word.what)?.[0].trim()}: ${word.because}.`)
  const tooLong = lines > maxLines ? [`${file.path} has ${lines} lines: the limit is ${maxLines}.`] : []
  return [...wrongImports, ...wrongWords, ...tooLong]
}

/**
 * A plugin of esbuild by which our modules import the modules that they use, in place of the entry point of a package that only passes
 * their names on. Through an entry point each of its modules counts as a part of every program that uses one of them: `annotary --help`
 * would load the whole engine.
 */
import { readFileSync } from "node:fs"
import { dirname } from "node:path"

/** `isOurs` says whether the imports of the source at a path become direct. */
export const makeDirectImports = (isOurs) => ({
  name: "direct imports",
  setup: (build) => {
    const resolvePath = async (specifier, importer) => {
      const { external, path } = await build.resolve(specifier, {
        importer,
        kind: "import-statement",
        resolveDir: dirname(importer),
      })
      return external ? undefined : path
    }
    const readExports = makeExportsReader(resolvePath)
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!isOurs(path)) return undefined
      const text = readFileSync(path, "utf8")
      const packages = new Map()
      for (const [, , , specifier] of text.matchAll(packageImport)) {
        const entry = packages.has(specifier) ? undefined : await resolvePath(specifier, path)
        if (entry !== undefined) packages.set(specifier, await readExports(entry))
      }
      return { contents: rewriteImports(text, packages), loader: "ts" }
    })
  },
})

const packageImport = /^(import|export) \{([^}]*)\} from "([^".][^"]*)"$/gm

/** Keeps the number of lines, because source maps name the lines of the source. */
const rewriteImports = (text, packages) =>
  text.replace(packageImport, (statement, keyword, names, specifier) => {
    const imports = listNames(names).map(({ name, alias }) =>
      formatStatement(keyword, packages.get(specifier)?.get(name) ?? { name, path: specifier }, alias),
    )
    return imports.join(";") + "\n".repeat(statement.split("\n").length - 1)
  })

const formatStatement = (keyword, { name, path }, alias) =>
  `${keyword} ${name === "*" ? `* as ${alias}` : `{ ${name} as ${alias} }`} from ${JSON.stringify(path)}`

/** The values of `type A, b, c as d`. */
const listNames = (names) =>
  names
    .split(",")
    .map((text) => text.replaceAll(/\/\*[\s\S]*?\*\//g, "").trim())
    .filter((text) => text !== "" && !text.startsWith("type "))
    .map((text) => {
      const [name, alias = name] = text.split(" as ")
      return { name, alias }
    })

const starExport = /^export \* from "([^"]+)"/gm
const namespaceExport = /^export \* as (\w+) from "([^"]+)"/gm
const namedExport = /^export \{([^}]*)\} from "([^"]+)"/gm
const declaration = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class) (\w+)/gm

/** Reads the values that a module exports, by name: the module that declares each, and its name there (`*`: the module itself). */
const makeExportsReader = (resolvePath) => {
  const modules = new Map()
  const readExports = async (path) => {
    const text = readFileSync(path, "utf8")
    const values = new Map()
    for (const [, specifier] of text.matchAll(starExport))
      for (const [name, value] of await read(await resolvePath(specifier, path))) values.set(name, value)
    for (const [, name, specifier] of text.matchAll(namespaceExport))
      values.set(name, { name: "*", path: await resolvePath(specifier, path) })
    for (const [, names, specifier] of text.matchAll(namedExport)) {
      const module = await resolvePath(specifier, path)
      const exported = await read(module)
      for (const { name, alias } of listNames(names))
        values.set(alias, exported.get(name) ?? { name, path: module })
    }
    for (const [, name] of text.matchAll(declaration)) values.set(name, { name, path })
    return values
  }
  const read = (path) => {
    if (!modules.has(path)) modules.set(path, readExports(path))
    return modules.get(path)
  }
  return read
}

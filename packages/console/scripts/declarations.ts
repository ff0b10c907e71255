/** A plugin of Vite that writes the types of an entry of `src/embed` beside it, with those of the options that it names. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import type { Plugin } from "vite"

const folder = join(import.meta.dirname, "../src/embed")

/** The declarations of a file, which must state all of its types itself: no other file is read for them. */
export const declarationOf = (name: string): string => {
  const path = join(folder, name)
  const { diagnostics = [], outputText } = ts.transpileDeclaration(readFileSync(path, "utf8"), {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Preserve,
      jsx: ts.JsxEmit.ReactJSX,
      isolatedDeclarations: true,
      declaration: true,
      stripInternal: true,
    },
  })
  if (diagnostics.length > 0)
    throw new Error(
      diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")).join("\n"),
    )
  return outputText
}

export const declarations = (entry: string): Plugin => ({
  name: "annotary-declarations",
  apply: "build",
  generateBundle() {
    for (const [name, file] of [
      [entry, `${entry}.tsx`],
      ["types", "types.ts"],
    ] as const)
      this.emitFile({ type: "asset", fileName: `${name}.d.ts`, source: declarationOf(file) })
  },
})

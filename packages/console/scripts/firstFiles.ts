/**
 * A plugin of Vite that writes `pages.json`: the files that a browser needs for each page, besides those in `index.html`. The server names
 * them in the page, so that they are loaded at once and not one after the other.
 */
import { join } from "node:path"
import type { Plugin, Rolldown } from "vite"
import { type PageFrame, pageFrames, pageModules, searchModules } from "../src/app/pageModules.ts"

const source = join(import.meta.dirname, "../src")

export const firstFiles = (): Plugin => ({
  name: "annotary-first-files",
  apply: "build",
  // After Vite has noted the style sheets of the chunks.
  enforce: "post",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
    const inPage = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => filesOf(chunk, bundle)))
    const filesOfModule = (module: string): ReadonlyArray<string> => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(source, module)))
      if (chunk !== undefined) return filesOf(chunk, bundle)
      // Of a module that only names style sheets, nothing else is left.
      const sheets = Object.values(bundle).filter(
        (file) => file.type === "asset" && file.originalFileNames.includes(`src/${module}`),
      )
      if (sheets.length === 0) this.error(`No file of the build has the module ${module}.`)
      return sheets.map(({ fileName }) => fileName)
    }
    const filesFor = (modules: ReadonlyArray<string>): ReadonlyArray<string> =>
      [...new Set(modules.flatMap(filesOfModule))].filter((file) => !inPage.has(file))
    const known = new Map<
      string,
      { readonly imports: ReadonlyArray<string>; readonly areas: ReadonlyArray<string> }
    >()
    const moduleOf = (id: string) => {
      const info = known.has(id) || !id.startsWith(source) ? null : this.getModuleInfo(id)
      const found = known.get(id) ?? { imports: info?.importedIds ?? [], areas: areasIn(info?.code ?? "") }
      known.set(id, found)
      return found
    }
    const areasFor = (modules: ReadonlyArray<string>): ReadonlyArray<string> => {
      const ids = modules.map((module) => join(source, module))
      const reached = reach(ids, (id) => moduleOf(id).imports)
      return [...new Set([...shared, ...reached.flatMap((id) => moduleOf(id).areas)])].sort()
    }
    const pages = rows.map(({ calls, id, modules, search }) => ({
      path: id.replace(/^\/(signed-in|whole-window)(?=\/)/, "").slice(1),
      ...(search === undefined ? {} : { search }),
      files: filesFor(modules),
      areas: areasFor(modules),
      calls,
    }))
    const words = Object.fromEntries(
      ["en", "de"].map((language) => [
        language,
        Object.fromEntries(
          pages
            .flatMap(({ areas }) => areas)
            .map((area) => [area, filesFor([`words/${language}/${area}.ts`])]),
        ),
      ]),
    )
    const fonts = Object.keys(bundle).filter((file) => /\/geist-latin-wght-normal-[^/]*\.woff2$/.test(file))
    this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify({ pages, words, fonts }) })
  },
})

/** The words that every page needs. */
const shared = ["shell", "ui"]

interface Row {
  readonly id: string
  readonly search?: string
  readonly modules: ReadonlyArray<string>
  readonly calls: ReadonlyArray<string>
}

/** Rows with a search parameter come first: the first that fits counts. */
const rows: ReadonlyArray<Row> = [...Object.entries(searchModules), ...Object.entries(pageModules)].map(
  ([key, own = []]) => {
    const [id = "", search] = key.split("?")
    const around = Object.entries<PageFrame>(pageFrames).flatMap(([frame, row]) =>
      id.startsWith(`${frame}/`) ? [row] : [],
    )
    const page =
      search === undefined ? [] : (Object.entries(pageModules).find(([of]) => of === id)?.[1] ?? [])
    return {
      id,
      ...(search === undefined ? {} : { search }),
      modules: [...around.flatMap(({ modules }) => modules), ...page, ...own],
      calls: around.flatMap(({ calls }) => calls),
    }
  },
)

/** A file with all that it imports, each after those that it imports itself: the order of style sheets. */
const filesOf = (chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): ReadonlyArray<string> => {
  const chunks = reach([chunk.fileName], (name) => {
    const file = bundle[name]
    return file?.type === "chunk" ? file.imports : []
  })
  return chunks.flatMap((name) => {
    const file = bundle[name]
    return file?.type === "chunk" ? [...(file.viteMetadata?.importedCss ?? []), name] : []
  })
}

/** All that is reached from some places, what is imported before what imports it. */
const reach = (
  from: ReadonlyArray<string>,
  next: (id: string) => ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const found: Array<string> = []
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    next(id).forEach(visit)
    found.push(id)
  }
  from.forEach(visit)
  return found
}

/** The areas of words that a module names. */
const areasIn = (code: string): ReadonlyArray<string> =>
  [...code.matchAll(/useTranslation\((\[[^\]]*\]|"\w+")/g)].flatMap(([, names = ""]) =>
    [...names.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name),
  )

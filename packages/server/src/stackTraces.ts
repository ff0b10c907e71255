/**
 * Stack traces of the bundle with the places in the sources. Node's own `--enable-source-maps` reads all maps at the start; these are
 * read when a stack trace is first formatted.
 */
import { readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { fileURLToPath } from "node:url"

/** Formats the stack traces of all errors from now on. */
export const mapStackTraces = (): void => {
  Error.prepareStackTrace = (error, sites) => {
    const maps: Maps = new Map()
    return [formatHeading(error), ...sites.map((site) => `    at ${mapSite(site, maps)}`)].join("\n")
  }
}

const formatHeading = (error: Error): string => {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return "<error>"
  }
}

const mapSite = (site: NodeJS.CallSite, maps: Maps): string => {
  const file = site.getFileName()
  if (!file?.startsWith(folder)) return String(site)
  const place = `${file}:${site.getLineNumber()}:${site.getColumnNumber()}`
  const source = mappedSites.get(place) ?? findSource(site, findMap(file, maps)) ?? String(site)
  mappedSites.set(place, source)
  return source
}

const folder = new URL(".", import.meta.url).href

/**
 * The sources of places, without names of functions, which are shortened in the bundle. Bounded by the number of places in the program.
 * A parsed map is many times as large, and is kept for one stack trace only.
 */
const mappedSites = new Map<string, string>()

type Maps = Map<string, SourceMap | undefined>

const findMap = (file: string, maps: Maps): SourceMap | undefined => {
  if (!maps.has(file)) maps.set(file, readMap(`${fileURLToPath(file)}.map`))
  return maps.get(file)
}

const readMap = (path: string): SourceMap | undefined => {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, "utf8")))
  } catch {
    return undefined
  }
}

const findSource = (site: NodeJS.CallSite, map: SourceMap | undefined): string | undefined => {
  const mapping = map?.findEntry((site.getLineNumber() ?? 1) - 1, (site.getColumnNumber() ?? 1) - 1)
  return mapping !== undefined && "originalSource" in mapping
    ? `${mapping.originalSource}:${mapping.originalLine + 1}:${mapping.originalColumn + 1}`
    : undefined
}

/**
 * The files and calls that a browser needs first for a page of the console, as links for the head of its HTML. The build of the console lists it for each
 * route. With the links, a browser loads all files at once, instead of finding them one after the other.
 */

/** The content of `pages.json`, which the build writes. */
export interface FirstFiles {
  readonly pages: ReadonlyArray<PageRow>
  /** Files of words, by language and by area. */
  readonly words: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>>
  readonly fonts: ReadonlyArray<string>
}

interface PageRow {
  /** The path of the route, such as `d/$owner/$dataset/samples`. */
  readonly path: string
  /** The search parameter with which the row counts, such as `view=json`. */
  readonly search?: string
  readonly files: ReadonlyArray<string>
  /** The areas of the words that the page shows. */
  readonly areas: ReadonlyArray<string>
  /** Addresses of the API with the parameters of the path, which the page reads in any case. */
  readonly calls: ReadonlyArray<string>
}

/** The request for a page. */
export interface PageRequest {
  /** The path below the console, such as `account`. */
  readonly name: string
  /** The query, without its question mark. */
  readonly search: string
  readonly acceptLanguage: string | undefined
  readonly cookie: string | undefined
}

/** The first files of a page, as the page links them. */
export interface FirstLinks {
  readonly files: ReadonlyArray<string>
  readonly fonts: ReadonlyArray<string>
  /** Addresses below that of the API. */
  readonly calls: ReadonlyArray<string>
  readonly areas: ReadonlyArray<string>
}

/**
 * The first files of a page; of the sign-in where no cookie of a session comes with the request. A link of another site brings none: then
 * the browser finds the files of the page one after the other.
 */
export const findFirstLinks = (first: FirstFiles, request: PageRequest): FirstLinks => {
  const parameters = new Set(request.search.split("&"))
  const ownPage = findPage(first.pages, request.name, parameters)
  const needsSession = ownPage !== undefined && ownPage.row.calls.length > 0
  const match =
    needsSession && !hasSession(request.cookie) ? findPage(first.pages, "sign-in", parameters) : ownPage
  if (match === undefined) return { files: [], fonts: first.fonts, calls: [], areas: [] }
  const { row, values } = match
  const words = first.words[chooseLanguage(request.acceptLanguage, Object.keys(first.words))] ?? {}
  return {
    files: [...new Set([...row.files, ...row.areas.flatMap((area) => words[area] ?? [])])],
    fonts: first.fonts,
    calls: row.calls.map((call) => call.replace(/\$(\w+)/g, (_, name: string) => values.get(name) ?? "")),
    areas: row.areas,
  }
}

const hasSession = (cookie = ""): boolean => /(^|;\s*)(__Host-)?annotary=/.test(cookie)

interface Match {
  readonly row: PageRow
  readonly values: ReadonlyMap<string, string>
}

/** The row that fits with the fewest parameters in its path; among those, the first. */
const findPage = (
  rows: ReadonlyArray<PageRow>,
  name: string,
  parameters: ReadonlySet<string>,
): Match | undefined => {
  const parts = splitPath(name)
  const matches = rows.flatMap((row) => {
    if (row.search !== undefined && !parameters.has(row.search)) return []
    const values = matchRoute(splitPath(row.path), parts)
    return values === undefined ? [] : [{ row, values }]
  })
  return matches.toSorted((a, b) => a.values.size - b.values.size)[0]
}

const splitPath = (path: string): ReadonlyArray<string> => path.replace(/\/$/, "").split("/")

/** The values of a route's parameters; undefined when a path is none of the route, or has values that need an escape. */
const matchRoute = (
  route: ReadonlyArray<string>,
  path: ReadonlyArray<string>,
): ReadonlyMap<string, string> | undefined => {
  if (route.length !== path.length) return undefined
  const values = new Map<string, string>()
  for (const [index, part] of route.entries()) {
    const value = path[index] ?? ""
    if (part.startsWith("$") && plainName.test(value)) values.set(part.slice(1), value)
    else if (part !== value) return undefined
  }
  return values
}

/** A name that needs no escape in an address and does not lead to another folder. */
const plainName = /^(?!\.+$)[\w.~-]+$/

/** The first language of a browser that there are words in. Browsers name the preferred one first. */
const chooseLanguage = (accepted: string | undefined, languages: ReadonlyArray<string>): string => {
  const acceptedLanguages = (accepted ?? "").split(",").map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return acceptedLanguages.find((language) => languages.includes(language)) ?? "en"
}

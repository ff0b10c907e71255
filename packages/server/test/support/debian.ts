/** Programs of Debian that some tests need: `.ci/tools` installs them, so CI fails without one; elsewhere the tests are left out. */
import { spawnSync } from "node:child_process"
import { describe, it } from "vitest"

/** The package of each program. */
const packages = {
  caddy: "caddy",
  jq: "jq",
  nginx: "nginx-light",
  pgbouncer: "pgbouncer",
  promtool: "prometheus",
  psql: "postgresql-client",
  "systemd-analyze": "systemd",
} as const

export type Program = keyof typeof packages

const isInstalled = (name: Program): boolean =>
  spawnSync("sh", ["-c", `command -v ${name}`], { env: systemPath }).status === 0

/** In CI none: the tests run, and fail. */
const missing = (programs: ReadonlyArray<Program>): ReadonlyArray<Program> =>
  (process.env["CI"] ?? "") === "" ? programs.filter((name) => !isInstalled(name)) : []

/** Debian has servers in `/usr/sbin`, which is not in everybody's path. */
export const systemPath = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` }

/** A group of tests that need the programs. */
export const describeWith = (programs: ReadonlyArray<Program>, name: string, suite: () => void): void => {
  const absent = missing(programs)
  if (absent.length === 0) describe(name, suite)
  else describe.skip(`${name} (left out: ${reason(absent)})`, suite)
}

/** A test that needs the programs. */
export const itWith = (
  programs: ReadonlyArray<Program>,
  name: string,
  test: () => void | Promise<void>,
  millis?: number,
): void => {
  const absent = missing(programs)
  if (absent.length === 0) it(name, test, millis)
  else it.skip(`${name} (left out: ${reason(absent)})`, test)
}

const reason = (programs: ReadonlyArray<Program>): string =>
  programs
    .map((name) => `${name} is not installed; Debian has it in the package ${packages[name]}`)
    .join(", ")

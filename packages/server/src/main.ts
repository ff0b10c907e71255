#!/usr/bin/env node
/** The only main: runs the command of its process and ends it with the exit code. A second signal ends the process at once. */
import { constants } from "node:os"
import { runCommandLine } from "./cli/runCommandLine.ts"
import { mapStackTraces } from "./stackTraces.ts"

/** Under a package manager one Ctrl-C arrives twice: from the terminal, and forwarded. */
const sameSignalMillis = 500

mapStackTraces()
// Our oldest Node is tested with it: the client of S3 would warn of that Node at every command.
process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true"
const { end, exitCode } = runCommandLine(process.argv.slice(2), process)
let signalledAt: number | undefined
for (const name of ["SIGTERM", "SIGINT"] as const) {
  process.on(name, () => {
    if (signalledAt === undefined) {
      signalledAt = performance.now()
      end(name)
    } else if (performance.now() - signalledAt > sameSignalMillis) process.exit(128 + constants.signals[name])
  })
}
process.exit(await exitCode)

#!/usr/bin/env node
// Committed, not built: a package manager links commands when it installs, and then the build is still to come.
import { existsSync } from "node:fs"
import * as nodeModule from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"

const main = new URL("../dist/bundle/main.js", import.meta.url)
/** Node 22.1 and newer keep compiled code here. Not in the folder for temporary files, where every user of the machine may write. */
const compiledCode = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "annotary", "compiled")

if (existsSync(main)) {
  nodeModule.enableCompileCache?.(compiledCode())
  // Objects of the start are kept, so room for young ones would only be memory. `serve` lifts this when it is ready.
  if (process.argv[2] === "serve") setFlagsFromString("--semi-space-growth-factor=1")
  await import(main.href)
} else {
  process.stderr.write("annotary: it is not built yet; run npx -y pnpm@12 build.\n")
  process.exitCode = 1
}

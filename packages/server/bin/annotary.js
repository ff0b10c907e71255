#!/usr/bin/env node
// Committed, not built: a package manager links commands when it installs, and then the build is still to come.
import { existsSync } from "node:fs"

const main = new URL("../dist/bundle/main.js", import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write("annotary: it is not built yet; run npx -y pnpm@12 build.\n")
  process.exitCode = 1
}

/** Lets the processes of a test begin their work together, however long each takes to start. */
import { readdirSync, writeFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { setTimeout } from "node:timers/promises"

/** Resolves when two processes have called it with the same database file, each with a name of its own. */
export const meet = async (filename, name) => {
  const ready = `${basename(filename)}.ready-`
  writeFileSync(`${filename}.ready-${name}`, "")
  while (readdirSync(dirname(filename)).filter((entry) => entry.startsWith(ready)).length < 2)
    await setTimeout(5)
}

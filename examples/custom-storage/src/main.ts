/** `npm start [folder]`: labels a sample on this storage, ends, starts again and finds everything. */
import { createEngine } from "@annotary/core"
import { journalStorage } from "./journalStorage.ts"
import { label, summary } from "./label.ts"

const folder = process.argv[2] ?? "labels"

const first = await createEngine({ storage: journalStorage({ folder }) })
await label(first)
process.stdout.write(`created:\n${(await summary(first)).join("\n")}\n`)
await first.close()

const second = await createEngine({ storage: journalStorage({ folder }) })
process.stdout.write(`after a restart:\n${(await summary(second)).join("\n")}\n`)
await second.close()

/** Labels a sample, closes the engine, opens it again, and prints what it finds: `npm start [folder]`. */
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

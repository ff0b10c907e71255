/** `npm start [folder]`: labels a sample on this storage, ends, starts again and finds everything. */
import { createEngine } from "@annotary/core"
import { journalStorage } from "./journalStorage.ts"
import { label, told } from "./label.ts"

const folder = process.argv[2] ?? "labels"

const first = await createEngine({ storage: journalStorage({ folder }) })
await label(first)
process.stdout.write(`made:\n${(await told(first)).join("\n")}\n`)
await first.close()

const second = await createEngine({ storage: journalStorage({ folder }) })
process.stdout.write(`found after a start:\n${(await told(second)).join("\n")}\n`)
await second.close()

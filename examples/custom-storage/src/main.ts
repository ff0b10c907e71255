/** Labels a sample while the storage fails, and prints what the engine has and what the disk sees: `npm start [folder]`. */
import { randomBytes } from "node:crypto"
import { createEngine } from "@annotary/core"
import { LabelStore } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { folder } from "@annotary/storage-sqlite/effect"
import { encryptFiles } from "./encryptFiles.ts"
import { createStreet, label, release, summarize } from "./label.ts"
import { withFaults } from "./withFaults.ts"

const path = process.argv[2] ?? "files"

let remainingFaults = 1
const storage = withFaults(
  memory({ blobs: encryptFiles(folder(path), randomBytes(32)) }),
  LabelStore,
  (method) => method === "write" && remainingFaults-- > 0,
)

await using engine = await createEngine({ storage })
await createStreet(engine)
for (let attempt = 1; attempt <= 2; attempt++) {
  const outcome = await label(engine).then(
    () => "saved",
    (error: unknown) => String(error instanceof Error ? error.message : error),
  )
  process.stdout.write(`attempt ${attempt}: ${outcome}\n${(await summarize(engine)).join("\n")}\n`)
}
process.stdout.write(`${await release(engine)}\n`)

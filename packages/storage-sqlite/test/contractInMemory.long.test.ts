/** SQLite keeps the whole contract in memory too. */
import { storageContract } from "@annotary/storage-contract"
import { layer } from "../src/effect.ts"

storageContract("SQLite in memory", () => layer({ filename: ":memory:" }))

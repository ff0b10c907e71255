/** SQLite keeps the whole contract on a file; in memory: contractInMemory.long.test.ts. */
import { storageContract } from "@annotary/storage-contract"
import { onFile } from "./storage.ts"

storageContract("SQLite on a file", onFile)

/** SQLite keeps the whole contract on a file; in memory: contractInMemory.long.test.ts. */
import { storageContract } from "@annotary/storage-contract"
import { makeStoragesOnFiles } from "./storage.ts"

storageContract("SQLite on a file", makeStoragesOnFiles())

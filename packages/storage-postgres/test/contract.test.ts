/** Postgres keeps the whole contract. */
import { storageContract } from "@annotary/storage-contract"
import { makeEmptiedStorages } from "./storage.ts"

storageContract("Postgres", makeEmptiedStorages())

/** Postgres keeps the whole contract. */
import { storageContract } from "@annotary/storage-contract"
import { emptiedStorage } from "./storage.ts"

storageContract("Postgres", emptiedStorage)

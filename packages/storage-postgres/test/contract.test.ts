/** Postgres keeps the whole contract. */
import { storageContract } from "@annotary/core/testing"
import { emptiedStorage } from "./storage.ts"

storageContract("Postgres", emptiedStorage)

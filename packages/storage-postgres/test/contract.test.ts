/** Postgres keeps the whole contract. */
import { storageContract } from "@annotary/core/testing"
import { freshStorage } from "./storage.ts"

storageContract("Postgres", freshStorage)

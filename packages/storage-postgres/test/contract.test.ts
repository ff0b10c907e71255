/** Postgres keeps the whole contract, and what it is sent meanwhile can be sent to Citus. */
import { storageContract } from "@annotary/storage-contract"
import { describe } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { itRewrites, storeRules } from "./citus/rewriting.ts"
import { type NotedTexts, noteTexts } from "./sentTexts.ts"
import { emptiedStorage } from "./storage.ts"

describe("the contract on one Postgres", () => {
  let noted: NotedTexts | undefined
  beforeAll(() => {
    noted = noteTexts()
  })
  afterAll(() => noted?.end())

  storageContract("Postgres", emptiedStorage)

  // The statements of a whole contract are those of all stores.
  describe("the dialect of Citus", () => itRewrites(() => noted?.texts ?? new Set(), storeRules))
})

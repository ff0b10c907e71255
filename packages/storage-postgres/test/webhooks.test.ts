/** Postgres keeps the contract of the webhooks, and what it is sent meanwhile can be sent to Citus. */
import { webhookContract } from "@annotary/storage-contract"
import { describe } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { itRewrites, outboxRules } from "./citus/rewriting.ts"
import { type NotedTexts, noteTexts } from "./sentTexts.ts"
import { emptiedStorage } from "./storage.ts"

describe("the contract of the webhooks on one Postgres", () => {
  let noted: NotedTexts | undefined
  beforeAll(() => {
    noted = noteTexts()
  })
  afterAll(() => noted?.end())

  webhookContract("Postgres", emptiedStorage)

  describe("the dialect of Citus", () => itRewrites(() => noted?.texts ?? new Set(), outboxRules))
})

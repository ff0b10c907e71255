import { defineOverlapEventsSuite } from "@annotary/test-support/storage"
import { describe } from "vitest"
import { freshStorage } from "./storage.ts"

describe("Postgres", () => defineOverlapEventsSuite(freshStorage()))

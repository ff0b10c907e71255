import { defineGoldQueueSuite } from "@annotary/test-support/storage"
import { describe } from "vitest"
import { freshStorage } from "./storage.ts"

describe("Postgres", () => defineGoldQueueSuite(freshStorage()))

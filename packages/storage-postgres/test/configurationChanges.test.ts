import { describe } from "vitest"
import { configurationChangeSuite } from "@annotary/test-support/storage"
import { freshStorage } from "./storage.ts"

describe("Postgres", () => configurationChangeSuite(freshStorage()))

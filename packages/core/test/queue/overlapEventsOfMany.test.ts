import { memory } from "@annotary/core/memory"
import { defineOverlapEventsSuite } from "@annotary/test-support/storage"
import { describe } from "vitest"

describe("memory", () => defineOverlapEventsSuite(memory()))

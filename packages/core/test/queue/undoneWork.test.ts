import { memory } from "@annotary/core/memory"
import { defineUndoSuite } from "@annotary/test-support/storage"
import { describe } from "vitest"

describe("memory", () => defineUndoSuite(memory()))

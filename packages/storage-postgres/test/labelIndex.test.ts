import { defineLabelIndexSuite } from "@annotary/test-support/storage"
import { describe } from "vitest"
import { rows, storageAndRows } from "./withRows.ts"

describe("labels without counts of objects on Postgres", () => defineLabelIndexSuite(storageAndRows, rows))

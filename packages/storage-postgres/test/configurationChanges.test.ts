import { describe } from "vitest"
import { configurationChangeSuite } from "../../storage-sql/test/configurationChanges.ts"
import { freshStorage } from "./storage.ts"

describe("Postgres", () => configurationChangeSuite(freshStorage()))

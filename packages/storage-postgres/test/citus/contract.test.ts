/** Citus keeps the whole contract. */
import { storageContract } from "@annotary/storage-contract"
import { describe, it } from "vitest"
import { citusUrl, distributedStorage } from "./storage.ts"

/** Emptying the tables on all shards takes as long as a test. */
const timeoutMillis = 90_000

if (citusUrl === "") describe("Citus", () => it.skip("TEST_CITUS_URL names no coordinator", () => {}))
else storageContract("Citus", distributedStorage, [], timeoutMillis)

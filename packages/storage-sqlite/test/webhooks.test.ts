/** SQLite keeps the contract of the webhooks, on a file and in memory. */
import { webhookContract } from "@annotary/storage-contract"
import { layer } from "../src/effect.ts"
import { makeStoragesOnFiles } from "./storage.ts"

webhookContract("SQLite on a file", makeStoragesOnFiles())
webhookContract("SQLite in memory", () => layer({ filename: ":memory:" }))

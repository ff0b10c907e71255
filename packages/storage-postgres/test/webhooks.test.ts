/** Postgres keeps the contract of the webhooks. */
import { webhookContract } from "@annotary/storage-contract"
import { makeEmptiedStorages } from "./storage.ts"

webhookContract("Postgres", makeEmptiedStorages())

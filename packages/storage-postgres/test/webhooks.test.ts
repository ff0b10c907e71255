/** Postgres keeps the contract of the webhooks. */
import { webhookContract } from "@annotary/storage-contract"
import { emptiedStorage } from "./storage.ts"

webhookContract("Postgres", emptiedStorage)

/** Postgres keeps the contract of the webhooks. */
import { webhookContract } from "@annotary/webhooks/testing"
import { emptiedStorage } from "./storage.ts"

webhookContract("Postgres", emptiedStorage)

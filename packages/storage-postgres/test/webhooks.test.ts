/** Postgres keeps the contract of the webhooks. */
import { webhookContract } from "@annotary/webhooks/testing"
import { freshStorage } from "./storage.ts"

webhookContract("Postgres", freshStorage)

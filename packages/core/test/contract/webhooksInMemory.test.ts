/** The ports in memory keep the contract of the webhooks. */
import { memory } from "@annotary/core/memory"
import { webhookContract } from "@annotary/storage-contract"

webhookContract("Memory", memory)

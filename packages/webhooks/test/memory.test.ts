/** The ports in memory keep the contract of the webhooks. */
import { webhookContract } from "../src/contract/index.ts"
import { memory } from "../src/memory/index.ts"

webhookContract("Memory", memory)

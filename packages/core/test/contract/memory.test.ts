/** The in-memory storage keeps the contract, whole. */
import { storageContract } from "../../src/contract/storageContract.ts"
import { layerMemory } from "../../src/memory.ts"

storageContract("in memory", layerMemory)

/** The in-memory storage keeps the contract, whole. */
import { storageContract } from "@annotary/storage-contract"
import { layerMemory } from "../../src/memory.ts"

storageContract("in memory", layerMemory)

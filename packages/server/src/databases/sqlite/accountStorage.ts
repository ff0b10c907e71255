/** The ports of people on SQLite. In a separate file, because to import the package would load all of it. */
export { openAccountStorage } from "@annotary/storage-sqlite/effect"

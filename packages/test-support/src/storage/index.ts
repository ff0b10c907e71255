/** Suites that the SQL storages run in addition to the contract. */
export * from "./configurationChanges.ts"
export * from "./migrationSuite.ts"
export * from "./releasedDrive.ts"

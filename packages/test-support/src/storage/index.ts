/** Suites that several SQL storages run beside the contract. */
export * from "./configurationChanges.ts"
export * from "./migrationSuite.ts"
export * from "./releasedDrive.ts"

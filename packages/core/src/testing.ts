/**
 * The door for tests: the engine in memory with a clock and faults of the test's own, and for authors of storage adapters the
 * ports' contract as a test suite with the fixtures that it is written with. The suites need vitest; `test-engine.ts` does not.
 */
export * from "./contract/fixtures.ts"
export * from "./contract/storageContract.ts"
export * from "./contract/suite.ts"
export * from "./test-engine.ts"

/** The entry point for the tests of applications, with any test runner: an engine in memory, a clock, faults, and test data. */
export type { Faults } from "./testing/faults.ts"
export type { DatasetSeed, SeededDataset, Seeds } from "./testing/seeds.ts"
export type { TestClock } from "./testing/testClock.ts"
export { type TestEngine, type TestEngineOptions, testEngine } from "./testing/testEngine.ts"

/** Counts the cost of a call: exact, and equal on every machine. */
export * from "./operations.ts"
export * from "./statements.ts"

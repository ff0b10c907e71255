/** What a call costs, counted: exact, and equal on every machine. */
export * from "./operations.ts"
export * from "./statements.ts"

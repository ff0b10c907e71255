/** The data in the memory of the process. */
import { Either } from "effect"
import type { DatabaseKind } from "../DatabaseKind.ts"

export interface MemoryUrl {
  readonly _tag: "Memory"
}

export const memoryKind: DatabaseKind<MemoryUrl, "memory"> = {
  name: "memory",
  title: "memory",
  scheme: "memory:",
  form: "memory:",
  example: "`memory:` (lost when the process ends)",
  oneProcessBecause: "memory is that of one process",
  parseUrl: (text) => (text === "memory:" ? Either.right({ _tag: "Memory" }) : undefined),
}

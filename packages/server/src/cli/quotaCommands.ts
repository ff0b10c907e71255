/** The commands for quotas, as data. */
import type { Command } from "./Command.ts"

export const quotaCommands: ReadonlyArray<Command> = [
  {
    path: ["quota", "get"],
    positionals: ["ORGANIZATION"],
    options: [],
    summary: "Show the quotas of an organization and their usage.",
    json: "the quota",
    load: async () => (await import("../commands/quotas.ts")).get,
  },
  {
    path: ["quota", "set"],
    positionals: ["ORGANIZATION"],
    options: [
      { name: "samples", value: "N", description: "Maximum number of samples, or none." },
      {
        name: "bytes",
        value: "SIZE",
        description: "Maximum size of all files, such as 500GiB, or none.",
      },
      {
        name: "requests-per-minute",
        value: "N",
        description: "Maximum number of requests per minute and server process, or none.",
      },
    ],
    summary: "Change the given quotas of an organization.",
    json: "the quota",
    load: async () => (await import("../commands/quotas.ts")).set,
  },
]

/** The commands for quotas, as data. */
import type { Command } from "./Command.ts"

export const quotaCommands: ReadonlyArray<Command> = [
  {
    path: ["quota", "get"],
    positionals: ["ORGANIZATION"],
    options: [],
    summary: "Show the limits of an organization and their use.",
    json: "the quota",
    load: async () => (await import("../commands/quotas.ts")).get,
  },
  {
    path: ["quota", "set"],
    positionals: ["ORGANIZATION"],
    options: [
      { name: "samples", value: "N", description: "The highest number of samples, or none." },
      {
        name: "bytes",
        value: "SIZE",
        description: "The most bytes of files, such as 500GiB, or none.",
      },
      {
        name: "requests-per-minute",
        value: "N",
        description: "The highest number of requests a minute for each server process, or none.",
      },
    ],
    summary: "Change the limits of an organization; others stay.",
    json: "the quota",
    load: async () => (await import("../commands/quotas.ts")).set,
  },
]

/** The commands for API keys, as data. */
import type { Command } from "./Command.ts"
import { roles } from "./roles.ts"

export const apiKeyCommands: ReadonlyArray<Command> = [
  {
    path: ["api-key", "create"],
    positionals: ["USER"],
    options: [
      { name: "description", value: "TEXT", description: "What the key is for." },
      { name: "expires-at", value: "TIME", description: "ISO 8601, for example 2027-01-31T00:00:00Z." },
      { name: "read-only", description: "The key can only read." },
      { name: "dataset", value: "OWNER/NAME", description: "The only dataset of the key." },
      {
        name: "role",
        value: "ROLE",
        choices: roles,
        description: "The highest role of the key on any dataset.",
      },
    ],
    summary: "Create a key and print it once.",
    json: "the key with its secret",
    load: async () => (await import("../commands/apiKeys.ts")).create,
  },
  {
    path: ["api-key", "list"],
    positionals: ["USER"],
    options: [],
    summary: "List a person's keys, without the secrets.",
    json: "a list of keys",
    load: async () => (await import("../commands/apiKeys.ts")).list,
  },
  {
    path: ["api-key", "rotate"],
    positionals: ["ID"],
    options: [
      {
        name: "overlap-seconds",
        value: "N",
        description: "How long the old key works beside the new one: 0 to 604800 (default: 86400).",
      },
      {
        name: "expires-at",
        value: "TIME",
        description: "The expiry of the new key (default: after the lifetime of the old one).",
      },
    ],
    summary: "Replace a key by a new one with the same limits and print it once.",
    json: "the new key with its secret",
    load: async () => (await import("../commands/apiKeys.ts")).rotate,
  },
  {
    path: ["api-key", "revoke"],
    positionals: ["ID"],
    options: [],
    summary: "Revoke a key by its id, the 8 characters after `ann_`.",
    json: "the id",
    load: async () => (await import("../commands/apiKeys.ts")).revoke,
  },
]

/** The commands for API keys, as data. */
import type { Command } from "./Command.ts"
import { roles } from "./roles.ts"

export const apiKeyCommands: ReadonlyArray<Command> = [
  {
    path: ["api-key", "create"],
    positionals: ["USER"],
    options: [
      { name: "description", value: "TEXT", description: "Purpose of the key." },
      {
        name: "expires-at",
        value: "TIME",
        description: "Expiry in ISO 8601, for example 2027-01-31T00:00:00Z.",
      },
      { name: "read-only", description: "Make the key read-only." },
      { name: "dataset", value: "OWNER/NAME", description: "Restrict the key to this dataset." },
      {
        name: "role",
        value: "ROLE",
        choices: roles,
        description: "Restrict the key to this role on all datasets.",
      },
    ],
    summary: "Create an API key and print it once.",
    json: "the key with its secret",
    load: async () => (await import("../commands/apiKeys.ts")).create,
  },
  {
    path: ["api-key", "list"],
    positionals: ["USER"],
    options: [],
    summary: "List the API keys of a person, without secrets.",
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
        description: "Seconds for which the old key also works: 0 to 604800 (default: 86400).",
      },
      {
        name: "expires-at",
        value: "TIME",
        description: "Expiry of the new key (default: the same lifetime as the old key).",
      },
    ],
    summary: "Rotate an API key: create a new key with the same restrictions and print it once.",
    json: "the new key with its secret",
    load: async () => (await import("../commands/apiKeys.ts")).rotate,
  },
  {
    path: ["api-key", "revoke"],
    positionals: ["ID"],
    options: [],
    summary: "Revoke an API key by its id, the 8 characters after `ann_`.",
    json: "the id",
    load: async () => (await import("../commands/apiKeys.ts")).revoke,
  },
]

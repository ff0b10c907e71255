/** The commands for private buckets, as data. */
import type { Command } from "./Command.ts"

export const bucketCommands: ReadonlyArray<Command> = [
  {
    path: ["bucket", "list"],
    positionals: ["ORG"],
    options: [],
    summary: "List the private buckets of an organization, without their credentials.",
    json: "a list of buckets",
    load: async () => (await import("../commands/buckets.ts")).list,
  },
  {
    path: ["bucket", "add"],
    positionals: ["ORG", "KIND", "NAME"],
    choices: { KIND: ["s3", "gs", "azure"] },
    options: [
      { name: "secret-file", value: "FILE", description: "File with the secret; - for standard input." },
      { name: "key-id", value: "ID", description: "Access key ID; not for azure." },
      { name: "account", value: "NAME", description: "Storage account; only for azure." },
      {
        name: "prefix",
        value: "P",
        description: "Only sign object keys that begin with this prefix (default: all).",
      },
      { name: "endpoint", value: "URL", description: "Endpoint (default: that of the provider)." },
      { name: "region", value: "R", description: "Region (default: us-east-1; auto for gs)." },
      {
        name: "url-seconds",
        value: "N",
        description: "Seconds for which a signed URL stays the same (default: 3600).",
      },
    ],
    summary: "Add a private bucket. URLs of its objects in samples are signed.",
    json: "the bucket",
    load: async () => (await import("../commands/buckets.ts")).add,
  },
  {
    path: ["bucket", "test"],
    positionals: ["ORG", "ID"],
    options: [],
    summary: "Test the settings of a bucket by listing one key.",
    json: "what came back",
    load: async () => (await import("../commands/buckets.ts")).test,
  },
  {
    path: ["bucket", "delete"],
    positionals: ["ORG", "ID"],
    options: [],
    summary: "Delete a bucket and its credentials. The objects are not deleted.",
    json: "the id of the bucket",
    load: async () => (await import("../commands/buckets.ts")).remove,
  },
]

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
      { name: "key-id", value: "ID", description: "The id of the key; not for azure." },
      { name: "account", value: "NAME", description: "The storage account; for azure alone." },
      { name: "prefix", value: "P", description: "Sign only keys that begin with it (default: all)." },
      { name: "endpoint", value: "URL", description: "The server (default: the provider's own)." },
      { name: "region", value: "R", description: "The region (default: us-east-1, auto for gs)." },
      { name: "url-seconds", value: "N", description: "How long a URL stays the same (default: 3600)." },
    ],
    summary: "Add a private bucket, whose URLs in samples are signed.",
    json: "the bucket",
    load: async () => (await import("../commands/buckets.ts")).add,
  },
  {
    path: ["bucket", "test"],
    positionals: ["ORG", "ID"],
    options: [],
    summary: "List one key of a bucket, to see whether its settings work.",
    json: "what came back",
    load: async () => (await import("../commands/buckets.ts")).test,
  },
  {
    path: ["bucket", "delete"],
    positionals: ["ORG", "ID"],
    options: [],
    summary: "Delete a bucket with its credentials; the objects stay.",
    json: "the id of the bucket",
    load: async () => (await import("../commands/buckets.ts")).remove,
  },
]

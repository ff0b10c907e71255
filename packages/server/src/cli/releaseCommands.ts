/** The commands of signed releases. */
import type { Command } from "./Command.ts"

export const releaseCommands: ReadonlyArray<Command> = [
  {
    path: ["verify"],
    withoutDatabase: "needs none",
    positionals: ["FILE"],
    options: [
      {
        name: "statements",
        value: "FILE",
        description: "Check these signed statements of the release, too (see statement list).",
      },
      {
        name: "keys",
        value: "FILE",
        description: "The public keys: a JSON Web Key Set, one JSON Web Key, or PEM.",
      },
      { name: "proof", description: "FILE is a proof that one sample is in a release (see prove)." },
      { name: "line", value: "FILE", description: "The line of the sample that the proof is about." },
    ],
    summary: "Check a release file, its statements or a proof, without a server.",
    json: "the report",
    load: async () => (await import("../commands/verify.ts")).run,
  },
  {
    path: ["prove"],
    positionals: ["OWNER/DATASET", "RELEASE", "SAMPLE", "OUT"],
    options: [{ name: "line", value: "FILE", description: "Write the line of the sample to this file." }],
    summary: "Write a proof that a sample, by its id, is in a release.",
    json: "the files, the place of the line and its SHA-256",
    load: async () => (await import("../commands/statements.ts")).prove,
  },
  {
    path: ["audit"],
    positionals: ["OWNER/DATASET", "RELEASE"],
    options: [{ name: "joint", description: "Bounds of the release and its strata that hold all together." }],
    summary: "Show the audits of a release: at most how many samples or objects have an error.",
    json: "`audits`: a list of the answers of `GET /datasets/…/releases/RELEASE/audits/ID/`",
    load: async () => (await import("../commands/audit.ts")).run,
  },
  {
    path: ["statement", "list"],
    positionals: ["OWNER/DATASET", "RELEASE"],
    options: [],
    summary: "Print the signed statements of a release as JSON.",
    json: "a list of envelopes",
    load: async () => (await import("../commands/statements.ts")).list,
  },
  {
    path: ["signing-key", "list"],
    positionals: [],
    options: [],
    summary: "Print the public keys that verify statements, as a JSON Web Key Set.",
    json: "the key set",
    load: async () => (await import("../commands/statements.ts")).listKeys,
  },
  {
    path: ["signing-key", "rotate"],
    positionals: [],
    options: [],
    summary: "Make a new key that signs statements from now on. Running servers use it within a minute.",
    json: "the public keys, the new one first",
    load: async () => (await import("../commands/statements.ts")).rotateKey,
  },
]

/** The commands of signed releases. */
import type { Command, CommandOption } from "./Command.ts"

/** Audits are the work of people, whose names the audit log has. */
const asUser: CommandOption = {
  name: "user",
  value: "NAME",
  description: "The person who does it. Needed.",
}

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
    path: ["audit", "create"],
    positionals: ["OWNER/DATASET", "RELEASE"],
    options: [
      asUser,
      {
        name: "labelset",
        value: "NAME",
        description: "The labelset that is audited (default: ground-truth).",
      },
      {
        name: "unit",
        value: "UNIT",
        choices: ["samples", "objects"],
        description: "samples or objects (default: samples).",
      },
      { name: "level", value: "SHARE", description: "The confidence, from 0.5 to 0.9999 (default: 0.95)." },
      {
        name: "goal",
        value: "SHARE",
        description: "The share with an error, such as 0.02, at which it stops (default: none).",
      },
      {
        name: "metric",
        value: "METRIC",
        choices: ["iou", "distance", "angle"],
        description: "iou, distance or angle, with --tolerance (default: those of the dataset).",
      },
      { name: "tolerance", value: "VALUE", description: "The tolerance of the metric." },
      { name: "draws", value: "N", description: "The most samples or objects, up to 10000 (default: 2000)." },
    ],
    summary: "Begin an audit of a release, which a server prepares.",
    json: "the answer of `POST /datasets/…/releases/RELEASE/audits/`",
    load: async () => (await import("../commands/auditWork.ts")).create,
  },
  {
    path: ["audit", "claim"],
    positionals: ["OWNER/DATASET", "RELEASE", "AUDIT"],
    options: [asUser],
    summary: "Claim the next sample or object of an audit for a person, or show the claimed one again.",
    json: "the answer of `POST /datasets/…/audits/AUDIT/claim/`: a list of one or none",
    load: async () => (await import("../commands/auditWork.ts")).claim,
  },
  {
    path: ["audit", "answer"],
    positionals: ["OWNER/DATASET", "RELEASE", "AUDIT", "NUMBER"],
    options: [
      asUser,
      {
        name: "errors",
        value: "LIST",
        description:
          "Such as missing,wrong_category or geometry:0.4, with the value (default: none, the label is right).",
      },
    ],
    summary: "Say what is wrong with the sample or object that a person has claimed.",
    json: "the answer of `PUT /datasets/…/audits/AUDIT/draws/NUMBER/`",
    load: async () => (await import("../commands/auditWork.ts")).submit,
  },
  {
    path: ["audit", "finish"],
    positionals: ["OWNER/DATASET", "RELEASE", "AUDIT"],
    options: [asUser],
    summary: "End an audit, and sign its result.",
    json: "the answer of `POST /datasets/…/audits/AUDIT/finish/`",
    load: async () => (await import("../commands/auditWork.ts")).finish,
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

/**
 * Every command, as data. Modules are loaded when their command runs: `verify` never loads a database, `--help` loads
 * nothing.
 */
import type { Command } from "./Command.ts"

export const commands: ReadonlyArray<Command> = [
  {
    path: ["serve"],
    positionals: [],
    options: [],
    summary: "Run the server until SIGTERM or SIGINT.",
    endsBySignal: true,
    load: async () => (await import("../commands/serve.ts")).run,
  },
  {
    path: ["user", "create"],
    positionals: ["NAME"],
    options: [
      { name: "organization", description: "An organization instead of a person." },
      { name: "email", value: "E", description: "Email address." },
      { name: "site-admin", description: "May manage users, organizations, members and keys." },
    ],
    summary: "Create a person or an organization.",
    load: async () => (await import("../commands/users.ts")).create,
  },
  {
    path: ["user", "list"],
    positionals: [],
    options: [],
    summary: "List all accounts.",
    load: async () => (await import("../commands/users.ts")).list,
  },
  {
    path: ["user", "disable"],
    positionals: ["NAME"],
    options: [],
    summary: "Disable an account, so that its keys are refused.",
    load: async () => (await import("../commands/users.ts")).disable,
  },
  {
    path: ["member", "add"],
    positionals: ["ORG", "USER", "ROLE"],
    options: [],
    summary: "Add a member to an organization, or change the role (labeler, reviewer, manager, admin).",
    load: async () => (await import("../commands/members.ts")).add,
  },
  {
    path: ["join"],
    positionals: ["USER", "ORGANIZATION|OWNER/DATASET"],
    options: [{ name: "role", value: "ROLE", description: "labeler, reviewer, manager or admin (default)." }],
    summary: "Make a site admin a member of an organization, or a collaborator of a dataset.",
    load: async () => (await import("../commands/members.ts")).join,
  },
  {
    path: ["api-key", "create"],
    positionals: ["USER"],
    options: [
      { name: "description", value: "TEXT", description: "What the key is for." },
      { name: "expires-at", value: "TIME", description: "ISO 8601, for example 2027-01-31T00:00:00Z." },
    ],
    summary: "Create a key and print it once.",
    load: async () => (await import("../commands/apiKeys.ts")).create,
  },
  {
    path: ["api-key", "list"],
    positionals: ["USER"],
    options: [],
    summary: "List a person's keys, without the secrets.",
    load: async () => (await import("../commands/apiKeys.ts")).list,
  },
  {
    path: ["api-key", "revoke"],
    positionals: ["ID"],
    options: [],
    summary: "Revoke a key by its id, the 8 characters after `ann_`.",
    load: async () => (await import("../commands/apiKeys.ts")).revoke,
  },
  {
    path: ["migrate"],
    positionals: [],
    options: [],
    summary: "Migrate the database to this version's schema.",
    load: async () => (await import("../commands/migrate.ts")).run,
  },
  {
    path: ["import"],
    positionals: ["FOLDER|FILE"],
    options: [
      {
        name: "dataset",
        value: "OWNER/NAME",
        description: "The target dataset. Default for a release file: the dataset that it names.",
      },
      { name: "create", value: "TASK_TYPE", description: "Create the dataset when there is none." },
      {
        name: "label-status",
        value: "STATUS",
        description: "Status of labels without one (default: PRELABELED).",
      },
      { name: "replace-labels", description: "Replace existing labels, which are kept by default." },
    ],
    summary: "Add samples and labels from a release file, a file of lines or a folder.",
    load: async () => (await import("../commands/import.ts")).run,
  },
  {
    path: ["export"],
    positionals: ["OWNER/DATASET", "FILE"],
    options: [
      { name: "release", value: "NAME", description: "An existing release instead of the current state." },
      { name: "force", description: "Overwrite an existing file." },
    ],
    summary: "Write a dataset's release file.",
    load: async () => (await import("../commands/export.ts")).run,
  },
  {
    path: ["check"],
    positionals: ["OWNER/DATASET"],
    options: [
      { name: "labelset", value: "NAME", description: "Which labels (default: ground-truth)." },
      { name: "fail-on-warnings", description: "Exit with 1 when there are warnings that nobody dismissed." },
    ],
    summary: "Check all labels of a dataset and print the warnings as a table.",
    load: async () => (await import("../commands/check.ts")).run,
  },
  {
    path: ["verify"],
    positionals: ["FILE"],
    options: [],
    summary: "Check a release file, without a server.",
    load: async () => (await import("../commands/verify.ts")).run,
  },
  {
    path: ["doctor"],
    positionals: [],
    options: [],
    summary: "Show the settings and problems of this installation.",
    load: async () => (await import("../commands/doctor.ts")).run,
  },
]

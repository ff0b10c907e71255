/**
 * Every command, as data. Modules are loaded when their command runs: `verify` never loads a database, `--help` loads
 * nothing.
 */
import { apiKeyCommands } from "./apiKeyCommands.ts"
import { bucketCommands } from "./bucketCommands.ts"
import type { Command } from "./Command.ts"
import { quotaCommands } from "./quotaCommands.ts"
import { releaseCommands } from "./releaseCommands.ts"
import { roles } from "./roles.ts"
import { transferCommands } from "./transferCommands.ts"
import { userCommands } from "./userCommands.ts"

export const commands: ReadonlyArray<Command> = [
  {
    path: ["serve"],
    withoutDatabase: "makes",
    positionals: [],
    options: [],
    summary: "Run the server until SIGTERM or SIGINT.",
    json: "lines: `listening` with the URL or `working`, `admin_key` after the first start, `operations` with the URL of health and metrics",
    endsBySignal: true,
    load: async () => (await import("../commands/serve.ts")).run,
  },
  ...userCommands,
  {
    path: ["dataset", "list"],
    positionals: [],
    options: [{ name: "owner", value: "NAME", description: "Only list datasets of this account." }],
    summary: "List all datasets.",
    json: "a list of datasets",
    load: async () => (await import("../commands/datasets.ts")).list,
  },
  {
    path: ["dataset", "transfer"],
    positionals: ["OWNER/DATASET", "ORGANIZATION"],
    options: [],
    summary: "Transfer a dataset to an organization.",
    json: "the dataset",
    load: async () => (await import("../commands/datasets.ts")).transfer,
  },
  {
    path: ["dataset", "share"],
    positionals: ["OWNER/DATASET", "USER"],
    options: [
      {
        name: "role",
        value: "ROLE",
        choices: roles,
        description: "Role: labeler (default), reviewer, manager or admin.",
      },
    ],
    summary: "Add a collaborator to a dataset, or change their role.",
    json: "the collaborator",
    load: async () => (await import("../commands/datasets.ts")).share,
  },
  {
    path: ["dataset", "unshare"],
    positionals: ["OWNER/DATASET", "USER"],
    options: [],
    summary: "Remove a collaborator from a dataset, and end their claims.",
    json: "the dataset and the user",
    load: async () => (await import("../commands/datasets.ts")).unshare,
  },
  {
    path: ["dataset", "freeze"],
    positionals: ["OWNER/DATASET"],
    options: [],
    summary: "Make a dataset read-only and end its claims.",
    json: "the dataset",
    load: async () => (await import("../commands/datasets.ts")).freeze,
  },
  {
    path: ["dataset", "unfreeze"],
    positionals: ["OWNER/DATASET"],
    options: [],
    summary: "Make a read-only dataset writable again.",
    json: "the dataset",
    load: async () => (await import("../commands/datasets.ts")).unfreeze,
  },
  {
    path: ["job", "list"],
    positionals: [],
    options: [
      {
        name: "status",
        value: "STATUS",
        choices: ["FAILED", "PENDING", "RUNNING", "SUCCEEDED", "ALL"],
        description: "Only list jobs with this status (default: FAILED).",
      },
      { name: "limit", value: "N", description: "Maximum number of jobs, 1 to 1000 (default: 100)." },
    ],
    summary: "List jobs of all datasets, newest first.",
    json: "a list of jobs",
    load: async () => (await import("../commands/jobs.ts")).list,
  },
  {
    path: ["job", "retry"],
    positionals: ["ID"],
    options: [],
    summary: "Retry a failed job.",
    json: "the job",
    load: async () => (await import("../commands/jobs.ts")).retry,
  },
  {
    path: ["asset", "collect"],
    positionals: [],
    options: [
      {
        name: "keep-hours",
        value: "N",
        description:
          "Hours for which unreferenced assets are kept after a scan found them (default: ANNOTARY_ASSET_KEEP_DAYS).",
      },
      { name: "dry-run", description: "Only show what would be deleted." },
    ],
    summary: "Delete assets that no sample, label, release or readme references.",
    json: "`dry_run`, the assets and their bytes",
    load: async () => (await import("../commands/assets.ts")).collect,
  },
  {
    path: ["asset", "delete"],
    positionals: ["ID"],
    options: [{ name: "force", description: "Delete the asset even if it is referenced." }],
    summary: "Delete an asset and its file.",
    json: "the id",
    load: async () => (await import("../commands/assets.ts")).remove,
  },
  {
    path: ["member", "add"],
    positionals: ["ORG", "USER", "ROLE"],
    choices: { ROLE: roles },
    options: [],
    summary: "Add a member to an organization, or change their role (labeler, reviewer, manager, admin).",
    json: "the member",
    load: async () => (await import("../commands/members.ts")).add,
  },
  {
    path: ["join"],
    positionals: ["USER", "ORGANIZATION|OWNER/DATASET"],
    options: [
      {
        name: "role",
        value: "ROLE",
        choices: roles,
        description: "Role: labeler, reviewer, manager or admin (default).",
      },
    ],
    summary: "Make a site admin a member of an organization, or a collaborator of a dataset.",
    json: "user, role, and where",
    load: async () => (await import("../commands/members.ts")).join,
  },
  ...apiKeyCommands,
  ...quotaCommands,
  ...bucketCommands,
  {
    path: ["token"],
    positionals: ["USER"],
    options: [],
    summary: "Print a one-time link that signs a person in to the console, valid for five minutes.",
    json: "the user, the link and its expiry",
    load: async () => (await import("../commands/token.ts")).run,
  },
  {
    path: ["mcp"],
    withoutDatabase: "needs none",
    positionals: [],
    options: [
      { name: "server", value: "URL", description: "The server that the agent works on." },
      { name: "key-file", value: "FILE", description: "A file with an API key of the agent's account." },
      { name: "read-only", description: "Offer only tools that write nothing." },
    ],
    summary: "Let an agent work on a server: the Model Context Protocol on standard input and output.",
    json: null,
    endsBySignal: true,
    load: async () => (await import("../commands/mcp.ts")).run,
  },
  {
    path: ["migrate"],
    withoutDatabase: "makes",
    positionals: [],
    options: [
      {
        name: "distribute",
        description: "Also distribute the tables over the nodes of Citus. Stop all servers first.",
      },
      {
        name: "shards",
        value: "N",
        description:
          "With --distribute: number of shards of each distributed table (default: the setting of Citus).",
      },
    ],
    summary: "Migrate the database to the schema of this version.",
    json: "the version, and the tables that were distributed",
    load: async () => (await import("../commands/migrate.ts")).run,
  },
  ...transferCommands,
  {
    path: ["check"],
    positionals: ["OWNER/DATASET"],
    options: [
      { name: "labelset", value: "NAME", description: "Labelset (default: ground-truth)." },
      { name: "fail-on-warnings", description: "Exit with 1 if there are warnings that are not dismissed." },
    ],
    summary: "Check all labels of a dataset and the sizes of its images, and print the warnings as a table.",
    json: "lines as the API does: `warning`, `refused`, `progress`, and `summary`; then `picture`",
    load: async () => (await import("../commands/check.ts")).run,
  },
  {
    path: ["agreement"],
    positionals: ["OWNER/DATASET"],
    options: [
      {
        name: "labelsets",
        value: "A,B",
        description: "Compare two labelsets, such as ground-truth,model-1, instead of people.",
      },
      {
        name: "release",
        value: "NAME",
        description: "The release whose --labelsets are compared (default: the labels of today).",
      },
      {
        name: "releases",
        value: "A,B",
        description: "Compare the labels of two releases, such as v1,v2.",
      },
      {
        name: "labelset",
        value: "NAME",
        description: "The labelset of both --releases (default: ground-truth).",
      },
      {
        name: "lowest",
        value: "N",
        description: "Number of samples with the lowest agreement, 0 to 100 (default: 20).",
      },
      {
        name: "seed",
        value: "N",
        description: "Seed of the limits: the same seed gives the same ones (default: 1).",
      },
    ],
    summary:
      "Show how far the labels agree that several people made of the same samples, two labelsets, or two releases.",
    json: "the figures of `GET /datasets/…/agreement/`",
    load: async () => (await import("../commands/agreement.ts")).run,
  },
  {
    path: ["archive"],
    positionals: ["OWNER/DATASET", "OUT"],
    options: [],
    summary: "Write everything in a dataset to one file, .annotary.tar.gz (- for standard output).",
    json: "the dataset, the file, the numbers of records, and `content`, the root over them; nothing with `-`",
    load: async () => (await import("../commands/archive.ts")).run,
  },
  ...releaseCommands,
  {
    path: ["backup"],
    positionals: ["OUT"],
    options: [
      {
        name: "without-files",
        description:
          "Omit the files of releases and assets; back them up yourself (files in Postgres are included).",
      },
    ],
    summary:
      "Back up the whole server to one file, also while it runs. The file contains all secrets of the database: keep it safe.",
    json: "the file, its schema, the numbers of files and bytes, and the files that were removed or lost",
    load: async () => (await import("../commands/backup.ts")).run,
  },
  {
    path: ["restore"],
    withoutDatabase: "makes",
    positionals: ["FILE"],
    options: [
      { name: "as", value: "OWNER/NAME", description: "Restore the dataset under another owner or name." },
      { name: "server", description: "FILE is a backup of the whole server; the target must be empty." },
    ],
    summary: "Restore the archive of a dataset (- for standard input), or a backup. Nothing is overwritten.",
    json: "the dataset, the numbers of records, `content`, `created_accounts` and `webhook_endpoints`; with --server the time of the backup, its schema and the number of files",
    load: async () => (await import("../commands/restore.ts")).run,
  },
  {
    path: ["doctor"],
    withoutDatabase: "needs none",
    positionals: [],
    options: [],
    summary: "Show the settings of this installation and check it for problems.",
    json: "the settings and findings",
    load: async () => (await import("../commands/doctor.ts")).run,
  },
  {
    path: ["completion"],
    withoutDatabase: "needs none",
    positionals: ["SHELL"],
    choices: { SHELL: ["bash", "zsh", "fish"] },
    options: [],
    summary: "Print a completion script for a shell.",
    json: null,
    load: async () => (await import("../commands/completion.ts")).makeCompletion(commands),
  },
]

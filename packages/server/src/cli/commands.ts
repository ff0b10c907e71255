/**
 * Every command, as data. Modules are loaded when their command runs: `verify` never loads a database, `--help` loads
 * nothing.
 */
import { apiKeyCommands } from "./apiKeyCommands.ts"
import { bucketCommands } from "./bucketCommands.ts"
import type { Command } from "./Command.ts"
import { quotaCommands } from "./quotaCommands.ts"
import { roles } from "./roles.ts"
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
    options: [{ name: "owner", value: "NAME", description: "Only those of this account." }],
    summary: "List all datasets.",
    json: "a list of datasets",
    load: async () => (await import("../commands/datasets.ts")).list,
  },
  {
    path: ["dataset", "transfer"],
    positionals: ["OWNER/DATASET", "ORGANIZATION"],
    options: [],
    summary: "Give a dataset to an organization.",
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
        description: "labeler (default), reviewer, manager or admin.",
      },
    ],
    summary: "Add a collaborator to a dataset, or change the role.",
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
    summary: "Make a frozen dataset writable again.",
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
        description: "Jobs of this status (default: FAILED).",
      },
      { name: "limit", value: "N", description: "At most this many, 1 to 1000 (default: 100)." },
    ],
    summary: "List jobs of all datasets, newest first.",
    json: "a list of jobs",
    load: async () => (await import("../commands/jobs.ts")).list,
  },
  {
    path: ["job", "retry"],
    positionals: ["ID"],
    options: [],
    summary: "Run a failed job again.",
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
          "How long assets are kept after a scan found nothing that names them (default: ANNOTARY_ASSET_KEEP_DAYS).",
      },
      { name: "dry-run", description: "Show what would be deleted, and delete nothing." },
    ],
    summary: "Delete assets that nothing names: no sample, label, release or readme.",
    json: "`dry_run`, the assets and their bytes",
    load: async () => (await import("../commands/assets.ts")).collect,
  },
  {
    path: ["asset", "delete"],
    positionals: ["ID"],
    options: [{ name: "force", description: "Delete it although something names it." }],
    summary: "Delete an asset and its file.",
    json: "the id",
    load: async () => (await import("../commands/assets.ts")).remove,
  },
  {
    path: ["member", "add"],
    positionals: ["ORG", "USER", "ROLE"],
    choices: { ROLE: roles },
    options: [],
    summary: "Add a member to an organization, or change the role (labeler, reviewer, manager, admin).",
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
        description: "labeler, reviewer, manager or admin (default).",
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
    summary: "Print a link that signs a person in to the console once, within five minutes.",
    json: "the user, the link and its expiry",
    load: async () => (await import("../commands/token.ts")).run,
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
        description: "With --distribute: shards of each distributed table (default: Citus's setting).",
      },
    ],
    summary: "Migrate the database to this version's schema.",
    json: "the version, and the tables that were distributed",
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
        description:
          "Status of labels without one (default: PRELABELED). Predictions and skipped samples of other formats keep theirs.",
      },
      { name: "replace-labels", description: "Replace existing labels, which are kept by default." },
      {
        name: "keep-labels",
        description:
          "Existing samples may be among those of other formats: they keep their labels. Without either option the command fails then.",
      },
      {
        name: "format",
        value: "NAME",
        description:
          "Another format, such as coco; without it the format is found by the files. The dataset is created when there is none.",
      },
      {
        name: "empty",
        value: "HOW",
        description:
          "For other formats: samples without annotations get an empty label (label, the default) or none (unlabeled).",
      },
      { name: "strict", description: "For other formats: fail when anything would be left out or changed." },
      { name: "upload", description: "For other formats: save images and point clouds among the files." },
      {
        name: "base-url",
        value: "URL",
        description: "For other formats: where images and point clouds are.",
      },
    ],
    summary: "Add samples and labels from a release file, a file of lines, a folder, or another format.",
    json: "the numbers of samples and labels",
    load: async () => (await import("../commands/import.ts")).run,
  },
  {
    path: ["export"],
    positionals: ["OWNER/DATASET", "OUT"],
    options: [
      { name: "release", value: "NAME", description: "An existing release instead of the current state." },
      { name: "force", description: "Overwrite an existing file or folder." },
      {
        name: "format",
        value: "NAME",
        description: "Another format, such as coco or yolo-detect, as a folder or a .zip file.",
      },
      { name: "status", value: "LIST", description: "Label statuses (default: LABELED,REVIEWED,VERIFIED)." },
      { name: "labelset", value: "NAME", description: "Which labels (default: ground-truth)." },
      { name: "category", value: "LIST", description: "Only these categories." },
      { name: "rename", value: "OLD=NEW,…", description: "New names of categories; equal names are joined." },
      { name: "name-contains", value: "TEXT", description: "Only samples whose name contains it." },
      { name: "metadata", value: "KEY=VALUE,…", description: "Only samples with this metadata." },
      { name: "keyframes", value: "HOW", description: "keep (default), or expand: fill the frames between." },
      { name: "split", value: "A/B/C", description: "Shares of train, val and test, such as 80/10/10." },
      { name: "seed", value: "TEXT", description: "Another seed gives other sets." },
      { name: "files", value: "HOW", description: "leave (default) images, link them by URL, or copy them." },
      { name: "keep-orientation", description: "Copy pictures as stored; otherwise upright (EXIF)." },
      {
        name: "coordinates",
        value: "FRAME",
        description: "Of 3D: sensor (default) or world; ego equals sensor, as samples have no mounts.",
      },
      {
        name: "croissant",
        description:
          "Add croissant.json, metadata of the files as Croissant 1.1, with tables of samples and objects.",
      },
      {
        name: "spreadsheet",
        description: "In CSV files, guard texts that a spreadsheet would run as formulas (' before = + - @).",
      },
      { name: "strict", description: "Fail when the format cannot carry everything." },
      { name: "report", value: "FILE", description: "Write what was lost as JSON." },
    ],
    summary: "Write a dataset's release file, or the dataset in another format.",
    json: "the dataset and the file, and with --format the report of losses",
    load: async () => (await import("../commands/export.ts")).run,
  },
  {
    path: ["check"],
    positionals: ["OWNER/DATASET"],
    options: [
      { name: "labelset", value: "NAME", description: "Which labels (default: ground-truth)." },
      { name: "fail-on-warnings", description: "Exit with 1 when there are warnings that nobody dismissed." },
    ],
    summary:
      "Check all labels of a dataset, and the sizes of its pictures, and print the warnings as a table.",
    json: "lines as the API does: `warning`, `refused`, `progress`, and `summary`; then `picture`",
    load: async () => (await import("../commands/check.ts")).run,
  },
  {
    path: ["archive"],
    positionals: ["OWNER/DATASET", "OUT"],
    options: [],
    summary: "Write everything in a dataset to one file, .annotary.tar.gz; - is standard output.",
    json: "the dataset, the file, the numbers of records, and `content`, the root over them; nothing with `-`",
    load: async () => (await import("../commands/archive.ts")).run,
  },
  {
    path: ["verify"],
    withoutDatabase: "needs none",
    positionals: ["FILE"],
    options: [],
    summary: "Check a release file, without a server.",
    json: "the report",
    load: async () => (await import("../commands/verify.ts")).run,
  },
  {
    path: ["backup"],
    positionals: ["OUT"],
    options: [
      {
        name: "without-files",
        description:
          "Leave out the files of releases and assets, which you save yourself (not those in Postgres).",
      },
    ],
    summary:
      "Write the whole server to one file, also while it runs. The file has all secrets of the database: keep it safe.",
    json: "the file, its schema, the numbers of files and bytes, and the files that were removed or lost",
    load: async () => (await import("../commands/backup.ts")).run,
  },
  {
    path: ["restore"],
    withoutDatabase: "makes",
    positionals: ["FILE"],
    options: [
      { name: "as", value: "OWNER/NAME", description: "Another owner or name of the dataset." },
      { name: "server", description: "FILE is a backup of the whole server, for an empty place." },
    ],
    summary: "Restore the archive of a dataset (- is standard input), or a backup. Nothing is overwritten.",
    json: "the dataset, the numbers of records, `content`, `created_accounts` and `webhook_endpoints`; with --server the time of the backup, its schema and the number of files",
    load: async () => (await import("../commands/restore.ts")).run,
  },
  {
    path: ["doctor"],
    withoutDatabase: "needs none",
    positionals: [],
    options: [],
    summary: "Show the settings and problems of this installation.",
    json: "the settings and findings",
    load: async () => (await import("../commands/doctor.ts")).run,
  },
  {
    path: ["completion"],
    withoutDatabase: "needs none",
    positionals: ["SHELL"],
    choices: { SHELL: ["bash", "zsh", "fish"] },
    options: [],
    summary: "Print a script that completes the command line in a shell.",
    json: null,
    load: async () => (await import("../commands/completion.ts")).makeCompletion(commands),
  },
]

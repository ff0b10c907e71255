/** The commands that read and write files of samples and labels. */
import type { Command } from "./Command.ts"

export const transferCommands: ReadonlyArray<Command> = [
  {
    path: ["import"],
    positionals: ["FOLDER|FILE"],
    options: [
      {
        name: "dataset",
        value: "OWNER/NAME",
        description: "The target dataset (default for a release file: the dataset that it was made from).",
      },
      {
        name: "create",
        value: "TASK_TYPE",
        description: "Create the dataset with this task type if it is missing.",
      },
      {
        name: "label-status",
        value: "STATUS",
        description:
          "Status of labels without a status (default: PRELABELED). Predictions and skipped samples of other formats keep theirs.",
      },
      {
        name: "overlap",
        value: "COUNT",
        description:
          "The number of people who label each new sample that does not name its own (default: that of the dataset).",
      },
      { name: "replace-labels", description: "Replace existing labels (by default they are kept)." },
      {
        name: "keep-labels",
        description:
          "For other formats: accept samples that exist already, and keep their labels. Without this option or --replace-labels the command fails if samples exist.",
      },
      {
        name: "format",
        value: "NAME",
        description:
          "Another format, such as coco (default: detected from the files). The dataset is created if it is missing.",
      },
      {
        name: "empty",
        value: "HOW",
        description:
          "For other formats: give samples without annotations an empty label (label, the default), or no label (unlabeled).",
      },
      { name: "strict", description: "For other formats: fail if anything would be left out or changed." },
      {
        name: "upload",
        description: "For other formats: also store the images and point clouds of the files.",
      },
      {
        name: "base-url",
        value: "URL",
        description: "For other formats: URL under which images and point clouds are available.",
      },
    ],
    summary: "Import samples and labels from a release file, an NDJSON file, a folder or another format.",
    json: "the numbers of samples and labels",
    load: async () => (await import("../commands/import.ts")).run,
  },
  {
    path: ["export"],
    positionals: ["OWNER/DATASET", "OUT"],
    options: [
      {
        name: "release",
        value: "NAME",
        description: "Export an existing release instead of the current state.",
      },
      { name: "force", description: "Overwrite an existing file or folder." },
      {
        name: "format",
        value: "NAME",
        description: "Another format, such as coco or yolo-detect, as a folder or a .zip file.",
      },
      { name: "status", value: "LIST", description: "Label statuses (default: LABELED,REVIEWED,VERIFIED)." },
      { name: "labelset", value: "NAME", description: "Labelset (default: ground-truth)." },
      {
        name: "labeler",
        value: "NAME",
        description:
          "The labels of one of several people who labeled the same samples, instead of a labelset.",
      },
      { name: "category", value: "LIST", description: "Only export these categories." },
      {
        name: "rename",
        value: "OLD=NEW,…",
        description: "New names of categories; categories with equal names are merged.",
      },
      {
        name: "name-contains",
        value: "TEXT",
        description: "Only export samples whose name contains this text.",
      },
      { name: "metadata", value: "KEY=VALUE,…", description: "Only export samples with this metadata." },
      {
        name: "keyframes",
        value: "HOW",
        description: "keep (default), or expand to fill in the frames between keyframes.",
      },
      { name: "split", value: "A/B/C", description: "Shares of train, val and test, such as 80/10/10." },
      { name: "seed", value: "TEXT", description: "Seed of the split; another seed gives other sets." },
      {
        name: "files",
        value: "HOW",
        description: "leave images out (default), link them by URL, or copy them.",
      },
      {
        name: "keep-orientation",
        description: "Copy images as stored (by default upright, as their EXIF orientation says).",
      },
      {
        name: "coordinates",
        value: "FRAME",
        description:
          "Coordinates of 3D annotations: sensor (default) or world; ego equals sensor, as samples have no sensor mounts.",
      },
      {
        name: "croissant",
        description:
          "Add croissant.json: Croissant 1.1 metadata of the files, with tables of samples and objects.",
      },
      {
        name: "spreadsheet",
        description:
          "In CSV files, escape texts that a spreadsheet would run as formulas (' before = + - @).",
      },
      { name: "strict", description: "Fail if the format cannot store everything." },
      { name: "report", value: "FILE", description: "Write a report of losses as JSON." },
    ],
    summary: "Export a dataset as a release file, or in another format.",
    json: "the dataset and the file, and with --format the report of losses",
    load: async () => (await import("../commands/export.ts")).run,
  },
]

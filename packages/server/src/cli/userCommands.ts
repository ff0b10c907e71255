/** The commands for accounts. */
import type { Command } from "./Command.ts"

export const userCommands: ReadonlyArray<Command> = [
  {
    path: ["user", "create"],
    withoutDatabase: "makes",
    positionals: ["NAME"],
    options: [
      { name: "organization", description: "Create an organization instead of a person." },
      { name: "email", value: "E", description: "Email address." },
      {
        name: "site-admin",
        description: "Allow the person to manage users, organizations, members and keys.",
      },
    ],
    summary: "Create a person or an organization.",
    json: "the account",
    load: async () => (await import("../commands/users.ts")).create,
  },
  {
    path: ["user", "list"],
    positionals: [],
    options: [],
    summary: "List all accounts.",
    json: "a list of accounts",
    load: async () => (await import("../commands/users.ts")).list,
  },
  {
    path: ["user", "disable"],
    positionals: ["NAME"],
    options: [],
    summary: "Disable an account. Its keys are refused.",
    json: "the account",
    load: async () => (await import("../commands/users.ts")).disable,
  },
  {
    path: ["user", "enable"],
    positionals: ["NAME"],
    options: [],
    summary: "Enable a disabled account.",
    json: "the account",
    load: async () => (await import("../commands/users.ts")).enable,
  },
  {
    path: ["user", "delete"],
    positionals: ["NAME"],
    options: [
      {
        name: "now",
        description: "Delete webhook events that contain the name immediately, and compact the database.",
      },
      {
        name: "releases",
        value: "HOW",
        choices: ["keep", "delete", "remake"],
        description:
          "Action for releases whose file contains the name: keep (default) and report, delete, or remake from the current state.",
      },
    ],
    summary: "Delete a person. A pseudonym replaces the name, and finished work is kept.",
    json: "what was changed",
    load: async () => (await import("../commands/userRemoval.ts")).remove,
  },
  {
    path: ["user", "link"],
    positionals: ["NAME", "SUBJECT"],
    options: [],
    summary: "Link an account to a person of the identity provider, by the `sub` of their tokens.",
    json: "the account, the issuer and the subject",
    load: async () => (await import("../commands/userLink.ts")).run,
  },
]

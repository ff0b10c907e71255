/** `annotary doctor`: prints the effective settings, and problems of this installation. */
import { accessSync, constants, existsSync, statSync } from "node:fs"
import { Endpoints, type JsonTree, SecretStore, type User } from "@annotary/core/effect"
import { Cause, Effect, Exit, Layer } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printResult, tableText } from "../cli/output.ts"
import { blobsOf } from "../engine/blobsOf.ts"
import { describeEarlier, findEarlierDatabase } from "../engine/checkDatabase.ts"
import { type FileCheck, fileCheck } from "../engine/fileCheck.ts"
import { storageProblem } from "../engine/storageProblem.ts"
import { withEngine } from "../engine/withEngine.ts"
import { shortReason } from "../serve/dataDir.ts"
import { firstStartMark } from "../serve/firstStart.ts"
import { settingsReport } from "../settings/describe.ts"
import { type Flags, unknownVariables, writtenSettings } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"
import { versionText } from "../version.ts"
import { allUsers } from "./users.ts"

interface Finding {
  readonly mark: "ok" | "note" | "wrong"
  readonly text: string
}

export const run = ({ flags, settings }: CommandInput) =>
  Effect.gen(function* () {
    const values = yield* settings
    const rows = settingsReport(yield* writtenSettings(flags), values)
    const found = [
      ...unknownVariables(process.env).map((sentence) => wrong(sentence)),
      nodeVersion(),
      ...folders(values),
      ...(yield* earlierDatabase(values, flags)),
      ...(yield* bucket(values)),
      ...(yield* database(values)),
      ...secrets(values),
    ]
    // A wrong bucket is also reported when the engine is opened.
    const findings = [...new Map(found.map((finding) => [finding.text, finding])).values()]
    yield* printResult(
      () => reportJson(rows, findings),
      () => reportText(rows, findings),
    )
    const faults = findings.filter(({ mark }) => mark === "wrong").length
    if (faults > 0) return yield* new CommandFailed({ sentence: `${faults} of these must be repaired.` })
  })

type Rows = ReadonlyArray<ReadonlyArray<string>>

const reportText = (rows: Rows, findings: ReadonlyArray<Finding>): string =>
  [
    `annotary ${versionText()}, Node ${process.version}, ${process.platform} ${process.arch}\n`,
    tableText(["setting", "value"], rows),
    "",
    ...findings.map(({ mark, text }) => `${mark.padEnd(5)} ${text}`),
  ].join("\n")

const reportJson = (rows: Rows, findings: ReadonlyArray<Finding>): JsonTree => ({
  version: versionText(),
  node: process.version,
  platform: process.platform,
  architecture: process.arch,
  settings: rows.map(([name = "", value = ""]) => ({ name, value })),
  findings: findings.map(({ mark, text }) => ({ mark, text })),
})

const nodeVersion = (): Finding => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > 20 || (major === 20 && minor >= 19)
    ? ok(`Node ${process.versions.node} is new enough.`)
    : wrong(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`)
}

const folders = ({ dataDir }: Settings): ReadonlyArray<Finding> => {
  if (!existsSync(dataDir)) return [note(`The folder ${dataDir} is not there yet; the first start makes it.`)]
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return [ok(`The folder ${dataDir} can be written to.`)]
  } catch (cause) {
    return [wrong(`The folder ${dataDir} cannot be written to: ${shortReason(cause)}.`)]
  }
}

/** A database that the default no longer names. */
const earlierDatabase = (values: Settings, flags: Flags): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(findEarlierDatabase(values, flags), (earlier) =>
    earlier === undefined || values.databaseUrl._tag !== "Sqlite"
      ? []
      : [note(describeEarlier(earlier, values.databaseUrl.filename))],
  )

/** Checked separately, because a missing database is not opened. */
const bucket = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const blobs = yield* blobsOf(settings)
    if (blobs === undefined) return []
    yield* Effect.scoped(Layer.build(blobs))
    return [ok(`The bucket ${settings.s3Bucket} answers.`)]
  }).pipe(
    Effect.catchAllCause((cause) => {
      const problem = storageProblem(settings, Cause.squash(cause))
      return Effect.succeed([wrong(problem === undefined ? messageOf(cause) : problem.message)])
    }),
  )

/** A missing database is not created: the check changes nothing. */
const database = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> => {
  const { databaseUrl } = settings
  if (databaseUrl._tag === "Memory")
    return Effect.succeed([note("The data is in memory and goes with the process.")])
  if (databaseUrl._tag === "Sqlite" && !existsSync(databaseUrl.filename)) {
    return Effect.succeed([
      note(`The database ${databaseUrl.filename} is not there yet; the first start makes it.`),
    ])
  }
  return Effect.gen(function* () {
    const file = databaseUrl._tag === "Sqlite" ? yield* databaseFile(databaseUrl.filename) : []
    const exit = yield* Effect.exit(withEngine(Effect.succeed(settings), inside(settings)))
    return [...file, ...(Exit.isSuccess(exit) ? exit.value : [wrong(messageOf(exit.cause))])]
  })
}

/** Checks the file before anything is opened that would write to it. */
const databaseFile = (filename: string): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { runQuickCheck } = yield* Effect.promise(() => import("@annotary/storage-sqlite/effect"))
    const found = yield* fileCheck(runQuickCheck(filename))
    const readable = (statSync(filename).mode & 0o077) !== 0
    return [
      ...checked(filename, found),
      ...(readable && process.platform !== "win32"
        ? [note(`Others may open the database file; chmod 600 ${filename} keeps it for its owner.`)]
        : []),
    ]
  })

const checked = (filename: string, found: FileCheck): ReadonlyArray<Finding> => {
  switch (found._tag) {
    case "Sound":
      return [ok("The database file passes the quick check.")]
    case "Damaged":
      return found.problems.map((problem) => wrong(`The database file ${filename} is damaged: ${problem}.`))
    case "Unchecked":
      return [wrong(`The database file ${filename} could not be checked: ${found.reason}.`)]
  }
}

const inside = (settings: Settings) =>
  Effect.gen(function* () {
    const store = yield* SecretStore
    const people = yield* allUsers
    const admins = people.filter(({ disabledAt, siteAdmin }) => siteAdmin && disabledAt === null)
    const started = yield* store.has(firstStartMark)
    const kept = yield* store.has("signing-key")
    return [
      ok("The database opens and has this version's schema."),
      started
        ? adminsFound(admins.map(({ username }) => username))
        : ok("The next start is the first: it makes the site admin."),
      ...(kept && settings.secretKeys.length === 0
        ? [
            note(
              "The key that signs is kept in the database: who reads that, signs. Set ANNOTARY_SECRET_KEYS to keep it elsewhere.",
            ),
          ]
        : []),
      ...(yield* sealedSecrets(people)),
    ]
  })

/** Opens every active webhook secret and every header, without printing them. */
const sealedSecrets = (people: ReadonlyArray<User>) =>
  Effect.gen(function* () {
    const endpoints = yield* Endpoints
    const broken: Array<string> = []
    for (const { username } of people) {
      const account = { account: username }
      for (const { endpoint } of yield* endpoints.list(account)) {
        for (const { error, what } of yield* endpoints.unreadable(endpoint.id, account))
          broken.push(`${endpoint.id} of ${username}, ${what}: ${error.message}`)
      }
    }
    return broken.map((sentence) => wrong(`Webhook endpoint ${sentence}`))
  })

const adminsFound = (names: ReadonlyArray<string>): Finding =>
  names.length > 0
    ? ok(`Site admins: ${names.join(", ")}.`)
    : wrong("No site admin is left; annotary user create NAME --site-admin makes one.")

const secrets = ({ adminApiKey, host, metrics }: Settings): ReadonlyArray<Finding> => [
  ...(adminApiKey === undefined
    ? []
    : [note("ANNOTARY_ADMIN_API_KEY is used at the first start only; take it out after that.")]),
  ...(/^(127\.|localhost$|::1$)/.test(host)
    ? []
    : [
        note("The server listens beyond this machine and speaks plain HTTP: put a proxy with TLS before it."),
      ]),
  ...(metrics === "open" ? [note("Everybody may read /metrics.")] : []),
]

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const problem = Cause.squash(cause)
  return problem instanceof Error ? problem.message : String(problem)
}

const ok = (text: string): Finding => ({ mark: "ok", text })
const note = (text: string): Finding => ({ mark: "note", text })
const wrong = (text: string): Finding => ({ mark: "wrong", text })

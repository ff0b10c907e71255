/** `annotary doctor`: prints the effective settings, and problems of this installation. */
import { accessSync, constants, existsSync } from "node:fs"
import { Endpoints, type JsonTree, SecretStore, type User } from "@annotary/core/effect"
import { Cause, Effect, Exit, Layer } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandProcess } from "../cli/CommandProcess.ts"
import { CommandFailed } from "../cli/failures.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { findDatabase } from "../databases/databases.ts"
import { type Finding, makeNote, makeOk, makeWrong } from "../databases/findings.ts"
import { makeBlobs } from "../databases/makeBlobs.ts"
import { describeEarlierDatabase } from "../databases/sqlite/earlierDatabase.ts"
import { toStorageProblem } from "../engine/storageProblem.ts"
import { withEngine } from "../engine/withEngine.ts"
import { getShortReason } from "../serve/dataDir.ts"
import { firstStartMark } from "../serve/firstStart.ts"
import { makeSettingsReport } from "../settings/describe.ts"
import { type Flags, findUnknownVariables, readWrittenSettings } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"
import { formatVersion } from "../version.ts"
import { allUsers } from "./users.ts"

export const run = ({ flags, settings }: CommandInput) =>
  Effect.gen(function* () {
    const values = yield* settings
    const rows = makeSettingsReport(yield* readWrittenSettings(flags), values)
    const reports = [
      ...findUnknownVariables((yield* CommandProcess).env).map((sentence) => makeWrong(sentence)),
      checkNodeVersion(),
      ...checkFolders(values),
      ...(yield* checkEarlierDatabase(values, flags)),
      ...(yield* checkBucket(values)),
      ...(yield* checkDatabase(values)),
      ...checkSecrets(values),
    ]
    // A wrong bucket is also reported when the engine is opened.
    const findings = [...new Map(reports.map((finding) => [finding.text, finding])).values()]
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
    `annotary ${formatVersion()}, Node ${process.version}, ${process.platform} ${process.arch}\n`,
    formatTable(["setting", "value"], rows),
    "",
    ...findings.map(({ mark, text }) => `${mark.padEnd(5)} ${text}`),
  ].join("\n")

const reportJson = (rows: Rows, findings: ReadonlyArray<Finding>): JsonTree => ({
  version: formatVersion(),
  node: process.version,
  platform: process.platform,
  architecture: process.arch,
  settings: rows.map(([name = "", value = ""]) => ({ name, value })),
  findings: findings.map(({ mark, text }) => ({ mark, text })),
})

const checkNodeVersion = (): Finding => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > 20 || (major === 20 && minor >= 19)
    ? makeOk(`Node ${process.versions.node} is new enough.`)
    : makeWrong(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`)
}

const checkFolders = ({ dataDir }: Settings): ReadonlyArray<Finding> => {
  if (!existsSync(dataDir))
    return [makeNote(`The folder ${dataDir} is not there yet; the first start makes it.`)]
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return [makeOk(`The folder ${dataDir} can be written to.`)]
  } catch (cause) {
    return [makeWrong(`The folder ${dataDir} cannot be written to: ${getShortReason(cause)}.`)]
  }
}

/** A database that the default no longer names. */
const checkEarlierDatabase = (values: Settings, flags: Flags): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(describeEarlierDatabase(values, flags), (text) => (text === undefined ? [] : [makeNote(text)]))

/** Checked separately, because a missing database is not opened. */
const checkBucket = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const blobs = yield* makeBlobs(settings)
    if (blobs === undefined) return []
    yield* Effect.scoped(Layer.build(blobs))
    return [makeOk(`The bucket ${settings.s3Bucket} answers.`)]
  }).pipe(
    Effect.catchAllCause((cause) => {
      const problem = toStorageProblem(settings, Cause.squash(cause))
      return Effect.succeed([makeWrong(problem === undefined ? getMessage(cause) : problem.message)])
    }),
  )

/** A missing database is not created: the check changes nothing. */
const checkDatabase = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { exists, findings } = yield* findDatabase(settings).inspect
    if (!exists) return findings
    const exit = yield* Effect.exit(withEngine(Effect.succeed(settings), checkInside(settings)))
    return [...findings, ...(Exit.isSuccess(exit) ? exit.value : [makeWrong(getMessage(exit.cause))])]
  })

const checkInside = (settings: Settings) =>
  Effect.gen(function* () {
    const store = yield* SecretStore
    const people = yield* allUsers
    const admins = people.filter(({ disabledAt, siteAdmin }) => siteAdmin && disabledAt === null)
    const started = yield* store.has(firstStartMark)
    const hasSigningKey = yield* store.has("signing-key")
    return [
      makeOk("The database opens and has this version's schema."),
      started
        ? checkAdmins(admins.map(({ username }) => username))
        : makeOk("The next start is the first: it makes the site admin."),
      ...(hasSigningKey && settings.secretKeys.length === 0
        ? [
            makeNote(
              "The key that signs is kept in the database: who reads that, signs. Set ANNOTARY_SECRET_KEYS to keep it elsewhere.",
            ),
          ]
        : []),
      ...(yield* checkSealedSecrets(people)),
    ]
  })

/** Opens every active webhook secret and every header, without printing them. */
const checkSealedSecrets = (people: ReadonlyArray<User>) =>
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
    return broken.map((sentence) => makeWrong(`Webhook endpoint ${sentence}`))
  })

const checkAdmins = (names: ReadonlyArray<string>): Finding =>
  names.length > 0
    ? makeOk(`Site admins: ${names.join(", ")}.`)
    : makeWrong("No site admin is left; annotary user create NAME --site-admin makes one.")

const checkSecrets = ({ adminApiKey, host, metrics }: Settings): ReadonlyArray<Finding> => [
  ...(adminApiKey === undefined
    ? []
    : [makeNote("ANNOTARY_ADMIN_API_KEY is used at the first start only; take it out after that.")]),
  ...(/^(127\.|localhost$|::1$)/.test(host)
    ? []
    : [
        makeNote(
          "The server listens beyond this machine and speaks plain HTTP: put a proxy with TLS before it.",
        ),
      ]),
  ...(metrics === "open" ? [makeNote("Everybody may read /metrics.")] : []),
]

const getMessage = (cause: Cause.Cause<unknown>): string => {
  const problem = Cause.squash(cause)
  return problem instanceof Error ? problem.message : String(problem)
}

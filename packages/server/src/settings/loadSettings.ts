/** Reads all settings: a flag overrides the environment, which overrides the default. All mistakes are reported together. */
import { Config, ConfigError, ConfigProvider, Data, Effect, Either } from "effect"
import { CommandProcess } from "../cli/CommandProcess.ts"
import { findProcessesRule } from "../databases/kinds.ts"
import { findNearest } from "./nearest.ts"
import { type Setting, toFlag } from "./Setting.ts"
import { getFileVariable, readSecret, settingNames } from "./secretFiles.ts"
import { type Settings, settings } from "./settings.ts"

/** Invalid settings: names and rules, never values. */
export class SettingsRefused extends Data.TaggedError("SettingsRefused")<{
  readonly problems: ReadonlyArray<{ readonly name: string; readonly rule: string }>
}> {
  override get message() {
    return this.problems.map(({ name, rule }) => `${name} ${rule}.`).join("\n")
  }
}

/** Flags of the command line: `port` → `8081`. */
export interface Flags {
  readonly [flag: string]: string
}

/** Loads all settings from flags and environment. Fails with every mistake at once. */
export const loadSettings = (flags: Flags): Effect.Effect<Settings, SettingsRefused> =>
  Effect.gen(function* () {
    const values: { [key: string]: unknown } = {}
    const problems: Array<{ readonly name: string; readonly rule: string }> = []
    for (const [key, setting] of Object.entries(settings)) {
      const value = yield* Effect.either(makeConfig(setting))
      if (Either.isRight(value)) values[key] = value.right
      else problems.push(toProblem(setting, value.left))
    }
    if (problems.length > 0) return yield* new SettingsRefused({ problems })
    // Cast: without problems, every key of `settings` has its decoded value.
    const loaded = values as Settings
    const together = findContradictions(loaded)
    return together.length > 0 ? yield* new SettingsRefused({ problems: together }) : loaded
  }).pipe(withFlags(flags))

/** Settings that are valid on their own and conflict with each other. */
const findContradictions = (loaded: Settings): SettingsRefused["problems"] => [
  ...leaseProblems(loaded),
  ...openIdProblems(loaded),
  ...processProblems(loaded),
]

/** Each process listens on a separate port for its metrics. */
const processProblems = ({
  databaseUrl,
  metricsPort,
  port,
  workers,
}: Settings): SettingsRefused["problems"] => {
  const { name } = settings.workers
  if (workers === 1) return []
  const databaseRule = findProcessesRule(databaseUrl)
  if (databaseRule !== undefined) return [{ name, rule: databaseRule }]
  const last = (metricsPort ?? 0) + workers - 1
  if (metricsPort === undefined || metricsPort === 0) return []
  if (last <= 65_535 && (port < metricsPort || port > last)) return []
  const rule = `must leave the ports from ${metricsPort} to ${last} to the processes of ${name}`
  return [{ name: settings.metricsPort.name, rule }]
}

const openIdProblems = ({ console, openidClientId, openidIssuer }: Settings): SettingsRefused["problems"] => {
  if (openidIssuer === undefined) return []
  const withIssuer = `with ${settings.openidIssuer.name}`
  return [
    ...(openidClientId === ""
      ? [{ name: settings.openidClientId.name, rule: `must be set ${withIssuer}` }]
      : []),
    ...(console === "off" ? [{ name: settings.console.name, rule: `must be on ${withIssuer}` }] : []),
  ]
}

const leaseProblems = (loaded: Settings): SettingsRefused["problems"] => {
  const leastLease = loaded.webhookTimeoutSeconds + 6
  if (loaded.webhookLeaseSeconds >= leastLease) return []
  const rule = `must be at least ${leastLease}, six more than ${settings.webhookTimeoutSeconds.name}`
  return [{ name: settings.webhookLeaseSeconds.name, rule }]
}

/** A sentence for each unknown variable that looks like a setting, such as a misspelled one. */
export const findUnknownVariables = (environment: {
  readonly [name: string]: unknown
}): ReadonlyArray<string> => {
  const knownNames = settingNames
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !knownNames.includes(name))
    .map((name) => {
      const near = findNearest(
        name.slice(prefix.length),
        knownNames.map((one) => one.slice(prefix.length)),
      )
      return `${name} is not a setting${near === undefined ? "; see annotary --help." : `; did you mean ${prefix}${near}?`}`
    })
}

const prefix = "ANNOTARY_"

/** The written value of each setting, from flag, variable, file or default; undefined when there is none. */
export const readWrittenSettings = (flags: Flags): Effect.Effect<ReadonlyMap<string, string>> =>
  Effect.forEach(Object.values(settings), (setting: Setting<unknown>) =>
    Effect.map(
      Effect.orElseSucceed(readEffective(setting), () => setting.default),
      (text) => [setting.name, text] as const,
    ),
  ).pipe(
    Effect.map((entries) => new Map(entries)),
    withFlags(flags),
  )

const makeConfig = (setting: Setting<unknown>): Config.Config<unknown> =>
  Config.mapOrFail(readEffective(setting), (text) =>
    Either.mapLeft(setting.type.parse(text), (rule) => ConfigError.InvalidData([setting.name], rule)),
  )

/** The text of a setting, its default when it is unset. A default may name the data folder. */
const readEffective = (setting: Setting<unknown>): Config.Config<string> =>
  Config.map(Config.all([readWritten(setting), readText(settings.dataDir.name)]), ([text, dataDir]) =>
    text === "" ? expandDefault(setting, dataDir === "" ? settings.dataDir.default : dataDir) : text,
  )

const expandDefault = (setting: Setting<unknown>, dataDir: string): string =>
  setting.default.replace(`$${settings.dataDir.name}`, () => dataDir.replace(/\/+$/, ""))

/** Whether a flag, a variable or a file gives the setting. */
export const isSettingGiven = (setting: Setting<unknown>, flags: Flags): Effect.Effect<boolean> =>
  readWritten(setting).pipe(
    Effect.map((text) => text !== ""),
    Effect.orElseSucceed(() => true),
    withFlags(flags),
  )

/** The text of a setting, empty when it is unset. A secret comes from its variable or from its file. */
const readWritten = (setting: Setting<unknown>): Config.Config<string> => {
  const file = getFileVariable(setting)
  if (file === undefined) return readText(setting.name)
  return Config.all([readText(setting.name), readText(file)]).pipe(
    Config.mapOrFail(([text, path]) => {
      if (path === "") return Either.right(text)
      if (text === "") return readSecret(file, path)
      return Either.left(ConfigError.InvalidData([setting.name], `and ${file} are both set; set one of them`))
    }),
  )
}

/** An empty variable counts as unset. */
const readText = (name: string): Config.Config<string> => Config.withDefault(Config.string(name), "")

/** The variable at fault, which may be that of a file, and the rule. */
const toProblem = (setting: Setting<unknown>, error: ConfigError.ConfigError) =>
  ConfigError.isConfigError(error) && error._op === "InvalidData"
    ? { name: error.path.at(-1) ?? setting.name, rule: error.message }
    : { name: setting.name, rule: "cannot be read" }

/** Reads the settings from the flags, and from the variables of the command's process. */
const withFlags =
  (flags: Flags) =>
  <A, E>(read: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(CommandProcess, ({ env }) => {
      const entries = settingNames.flatMap((name): ReadonlyArray<readonly [string, string]> => {
        const value = flags[toFlag(name)] ?? env[name]
        return value === undefined ? [] : [[name, value]]
      })
      return Effect.withConfigProvider(read, ConfigProvider.fromMap(new Map(entries)))
    })

/** The table of settings for people: in Markdown for the README, in columns for `--help`. */
import { findDatabase } from "../databases/databases.ts"
import { isSecret, type Setting, toFlag } from "./Setting.ts"
import { type Settings, settings } from "./settings.ts"

export const formatSettingsMarkdown = (): string =>
  [
    "| setting | flag | type | default | description |",
    "|---|---|---|---|---|",
    ...listSettings().map(
      ({ default: initially, description, name, type }) =>
        `| \`${name}\` | \`--${toFlag(name)}\` | ${type.label} | ${initially === "" ? "" : `\`${initially}\``} | ${description} |`,
    ),
  ].join("\n")

export const formatSettingsHelp = (): string =>
  listSettings()
    .map(({ default: initially, description, name, type }) => {
      const first = `  --${toFlag(name)} <${stripMarkdown(type.label)}>`.padEnd(44)
      return `${first}${name}${initially === "" ? "" : ` (default: ${initially})`}\n      ${stripMarkdown(description)}`
    })
    .join("\n")

/** Rows of name and value for `doctor`, as they were written. Of a secret only whether it is set. */
export const makeSettingsReport = (
  written: ReadonlyMap<string, string>,
  values: Settings,
): ReadonlyArray<ReadonlyArray<string>> =>
  listSettings().map(({ name, type }) => {
    const text = written.get(name) ?? ""
    if (text === "") return [name, "not set"]
    if (type.label.startsWith("secret")) return [name, "set"]
    // The URL may hold a password.
    return [name, name === settings.databaseUrl.name ? (findDatabase(values).publicUrl ?? text) : text]
  })

/** The settings that can be given in files, for people. */
export const listSecretNames = (): ReadonlyArray<string> =>
  listSettings()
    .filter(isSecret)
    .map(({ name }) => name)

const listSettings = (): ReadonlyArray<Setting<unknown>> => Object.values(settings)

const stripMarkdown = (markdown: string): string => markdown.replaceAll("`", "")

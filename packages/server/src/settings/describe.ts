/** The table of settings for people: in Markdown for the README, in columns for `--help`. */
import { flagOf, isSecret, type Setting } from "./Setting.ts"
import { type Settings, settings } from "./settings.ts"

export const settingsMarkdown = (): string =>
  [
    "| setting | flag | type | default | description |",
    "|---|---|---|---|---|",
    ...all().map(
      ({ default: initially, description, name, type }) =>
        `| \`${name}\` | \`--${flagOf(name)}\` | ${type.label} | ${initially === "" ? "" : `\`${initially}\``} | ${description} |`,
    ),
  ].join("\n")

export const settingsHelp = (): string =>
  all()
    .map(({ default: initially, description, name, type }) => {
      const first = `  --${flagOf(name)} <${plain(type.label)}>`.padEnd(44)
      return `${first}${name}${initially === "" ? "" : ` (default: ${initially})`}\n      ${plain(description)}`
    })
    .join("\n")

/** Rows of name and value for `doctor`, as they were written. Of a secret only whether it is set. */
export const settingsReport = (
  written: ReadonlyMap<string, string>,
  { databaseUrl }: Settings,
): ReadonlyArray<ReadonlyArray<string>> =>
  all().map(({ name, type }) => {
    const text = written.get(name) ?? ""
    if (text === "") return [name, "not set"]
    if (type.label.startsWith("secret")) return [name, "set"]
    // The URL may hold a password.
    return name === settings.databaseUrl.name && databaseUrl._tag === "Postgres"
      ? [name, `postgres://${databaseUrl.place}`]
      : [name, text]
  })

/** The settings that can be given in files, for people. */
export const secretNames = (): ReadonlyArray<string> =>
  all()
    .filter(isSecret)
    .map(({ name }) => name)

const all = (): ReadonlyArray<Setting<unknown>> => Object.values(settings)

const plain = (markdown: string): string => markdown.replaceAll("`", "")

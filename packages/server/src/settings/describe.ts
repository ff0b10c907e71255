/** The table of settings for people: in Markdown for the README, in columns for `--help`. */
import { flagOf, type Setting } from "./Setting.ts"
import { type Settings, settings } from "./settings.ts"

export const settingsMarkdown = (): string =>
  [
    "| setting | flag | type | default | what it does |",
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

/** Rows of name and value for `doctor`. Of a secret only whether it is set. */
export const settingsReport = (values: Settings): ReadonlyArray<ReadonlyArray<string>> =>
  Object.entries(settings).map(([key, { name, type }]) => [
    name,
    shown(values[key as keyof Settings], type.label.startsWith("secret")),
  ])

const shown = (value: unknown, secret: boolean): string => {
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "not set"
  if (secret) return "set"
  if (Array.isArray(value)) return value.join(",")
  return typeof value === "object" ? databaseText(value) : String(value)
}

const databaseText = (value: object | null): string =>
  value !== null && "filename" in value
    ? `sqlite:${String(value.filename)}`
    : value !== null && "place" in value
      ? `postgres://${String(value.place)}`
      : value !== null && "_tag" in value
        ? String(value._tag).toLowerCase()
        : ""

const all = (): ReadonlyArray<Setting<unknown>> => Object.values(settings)

const plain = (markdown: string): string => markdown.replaceAll("`", "")

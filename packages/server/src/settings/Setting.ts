/** Settings and their types: how their text is parsed, and the message when it is invalid. */
import { isIP } from "node:net"
import * as Url from "@effect/platform/Url"
import { Either, Option, Redacted } from "effect"
import { isHostPattern } from "../files/fileHosts.ts"

/** The parser of a setting's text. */
export interface SettingType<A> {
  /** For the tables in `--help` and the README. */
  readonly label: string
  /** All values, for shell completion; absent when there are too many. */
  readonly choices?: ReadonlyArray<string>
  /** Whether the text is, or may contain, a secret. It can be given in a file. */
  readonly isSecret?: true
  /** Left: the rule that the text violates. It never repeats the text, which may be a secret. */
  readonly parse: (text: string) => Either.Either<A, string>
}

/** One setting: its environment variable, type, default and description. */
export interface Setting<A> {
  /** The environment variable. The flag is derived from it. */
  readonly name: string
  readonly type: SettingType<A>
  /** In its written form; empty for none. */
  readonly default: string
  readonly description: string
}

export const makeSetting = <A>(
  name: string,
  type: SettingType<A>,
  initially: string,
  description: string,
): Setting<A> => ({ name, type, default: initially, description })

/** Whether the setting can be given in a file. */
export const isSecret = ({ type }: Setting<unknown>): boolean => type.isSecret === true

/** `ANNOTARY_DATA_DIR` → `data-dir`. */
export const toFlag = (name: string): string =>
  name.slice("ANNOTARY_".length).toLowerCase().replaceAll("_", "-")

export const text: SettingType<string> = { label: "text", parse: Either.right }

export const accountName: SettingType<string> = {
  label: "name",
  parse: (written) =>
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(written)
      ? Either.right(written)
      : Either.left(
          "must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a letter or digit",
        ),
}

/** A whole number within bounds. */
export const makeInteger = (minimum: number, maximum = Number.MAX_SAFE_INTEGER): SettingType<number> => ({
  label: "number",
  parse: (written) => {
    const number = /^\d{1,16}$/.test(written) ? Number(written) : Number.NaN
    if (number >= minimum && number <= maximum) return Either.right(number)
    const bounds =
      maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
    return Either.left(`must be a whole number ${bounds}`)
  },
})

/** A port to listen on; empty for none. */
export const optionalPort: SettingType<number | undefined> = {
  label: "number",
  parse: (written) => (written === "" ? Either.right(undefined) : makeInteger(0, 65_535).parse(written)),
}

/** Bytes, with an optional unit: `65536`, `64KiB`, `100MiB`, `1GiB`, `2TiB`. */
export const size: SettingType<number> = {
  label: "size",
  parse: (written) => {
    const match = /^(\d{1,12})\s*(|B|KiB|MiB|GiB|TiB)$/.exec(written)
    const bytes = match === null ? 0 : Number(match[1]) * (units[match[2] ?? ""] ?? 1)
    return bytes > 0 && Number.isSafeInteger(bytes)
      ? Either.right(bytes)
      : Either.left("must be a number of bytes, or one with KiB, MiB, GiB or TiB")
  },
}

/** Bytes as in `size`; empty for a default that other settings decide. */
export const optionalSize: SettingType<number | undefined> = {
  label: "size",
  parse: (written) => (written === "" ? Either.right(undefined) : size.parse(written)),
}

/** Numbers by their names, `frames=200000,pixels=400000000`, of the names that are given. */
export const makeNumbers = <const Name extends string>(
  ...names: ReadonlyArray<Name>
): SettingType<{ readonly [Key in Name]?: number }> => ({
  label: "list of name=number",
  parse: (written) => {
    const entries = splitList(written).map((part) => part.split("="))
    const isSound = entries.every(
      ([name = "", number = "", ...rest]) =>
        names.some((one) => one === name) && /^[1-9]\d{0,14}$/.test(number) && rest.length === 0,
    )
    // Cast: the names were checked.
    return isSound
      ? Either.right(
          Object.fromEntries(entries.map(([name = "", number]) => [name, Number(number)])) as {
            readonly [Key in Name]?: number
          },
        )
      : Either.left(`must be a comma-separated list of name=number, with the names ${names.join(", ")}`)
  },
})

const units: { readonly [unit: string]: number } = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
}

export const makeChoice = <const Choice extends string>(
  ...choices: ReadonlyArray<Choice>
): SettingType<Choice> => ({
  label: choices.map((choice) => `\`${choice}\``).join(" or "),
  choices,
  parse: (written) => {
    const chosen = choices.find((choice) => choice === written)
    return chosen === undefined ? Either.left(`must be one of: ${choices.join(", ")}`) : Either.right(chosen)
  },
})

/** Several of the choices, comma-separated, at least one. */
export const makeChoices = <const Choice extends string>(
  ...choices: ReadonlyArray<Choice>
): SettingType<ReadonlyArray<Choice>> => ({
  label: `list of ${choices.map((choice) => `\`${choice}\``).join(", ")}`,
  choices,
  parse: (written) => {
    const parts = splitList(written)
    const chosen = choices.filter((choice) => parts.includes(choice))
    return chosen.length > 0 && parts.every((part) => chosen.some((choice) => choice === part))
      ? Either.right(chosen)
      : Either.left(`must be a comma-separated list of: ${choices.join(", ")}`)
  },
})

export const list: SettingType<ReadonlyArray<string>> = {
  label: "list",
  parse: (written) => Either.right(splitList(written)),
}

/** Origins of http or https. */
export const origins: SettingType<ReadonlyArray<string>> = {
  label: "list of origins",
  parse: (written) => {
    const values = splitList(written)
    return values.every(isOrigin)
      ? Either.right(values)
      : Either.left("must be origins such as https://bucket.s3.example, without a path, comma-separated")
  },
}

const parseUrl = (text: string): URL | undefined =>
  Option.getOrUndefined(Either.getRight(Url.fromString(text)))

const isOrigin = (text: string): boolean => /^https?:/.test(text) && parseUrl(text)?.origin === text

/** Names of hosts in lower case, `*.example.com`, or `*` for all. */
export const hostPatterns: SettingType<ReadonlyArray<string>> = {
  label: "list of hosts",
  parse: (written) => {
    const hosts = splitList(written.toLowerCase())
    return hosts.every(isHostPattern)
      ? Either.right(hosts)
      : Either.left("must be host names such as images.example.com or *.example.com, or *, comma-separated")
  },
}

/** Ranges of IP addresses, `10.0.0.0/8` or `fd00::/8`, or single ones. */
export const addressRanges: SettingType<ReadonlyArray<string>> = {
  label: "list of ranges",
  parse: (written) => {
    const ranges = splitList(written)
    return ranges.every(isRange)
      ? Either.right(ranges)
      : Either.left("must be ranges of IP addresses such as 10.0.0.0/8 or fd00::/8, comma-separated")
  },
}

const isRange = (written: string): boolean => {
  const [address = "", bits, ...rest] = written.split("/")
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const isCount = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
  return maxBits > 0 && isCount && rest.length === 0 && !address.includes("%")
}

/** Spans of time in milliseconds, written as `5s`, `30m` or `2h`; at least one. */
export const spans: SettingType<ReadonlyArray<number>> = {
  label: "list of times",
  parse: (written) => {
    const read = splitList(written).map((part) => {
      const [, count = "", unit = ""] = /^(\d{1,6})(s|m|h|d)$/.exec(part) ?? []
      return Number(count || Number.NaN) * (seconds[unit] ?? Number.NaN) * 1000
    })
    return read.length > 0 && read.length <= 50 && read.every(Number.isFinite)
      ? Either.right(read)
      : Either.left("must be times such as 5s, 30m, 2h or 1d, comma-separated, at most 50")
  },
}

const seconds: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86_400 }

/** An absolute http or https URL, kept without the slash at its end; empty is none. */
export const httpUrl: SettingType<string | undefined> = {
  label: "URL",
  parse: (written) => {
    if (written === "") return Either.right(undefined)
    const url = parseUrl(written)
    return url !== undefined && /^https?:$/.test(url.protocol) && isBare(url)
      ? Either.right(written.replace(/\/+$/, ""))
      : Either.left("must be an http:// or https:// URL without user, query and fragment")
  },
}

/** The issuer of an identity provider, kept as written: its tokens name it exactly so. Empty is none. */
export const issuerUrl: SettingType<string | undefined> = {
  label: "URL",
  parse: (written) => {
    if (written === "") return Either.right(undefined)
    const url = parseUrl(written)
    const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackName(url.hostname))
    return url !== undefined && isSafe && isBare(url)
      ? Either.right(written)
      : Either.left(
          "must be an https:// URL without user, query and fragment, or an http:// one on a loopback address",
        )
  },
}

const isLoopbackName = (name: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(name)

/** URLs are shown; a password in one would be, too. */
const isBare = ({ hash, password, search, username }: URL): boolean =>
  `${username}${password}${search}${hash}` === ""

/** A secret; empty for none. */
export const makeSecret = (
  isSound: (text: string) => boolean,
  rule: string,
): SettingType<Redacted.Redacted<string> | undefined> => ({
  label: "secret",
  isSecret: true,
  parse: (written) => {
    if (written === "") return Either.right(undefined)
    return isSound(written) ? Either.right(Redacted.make(written)) : Either.left(rule)
  },
})

/** Comma-separated keys of 32 bytes in base64url. */
export const secretKeys: SettingType<ReadonlyArray<Redacted.Redacted<string>>> = {
  label: "secret list",
  isSecret: true,
  parse: (written) => {
    const keys = splitList(written)
    return keys.every((key) => /^[A-Za-z0-9_-]{43}=?$/.test(key))
      ? Either.right(keys.map((key) => Redacted.make(key)))
      : Either.left("must be keys of 32 bytes in base64url, comma-separated")
  },
}

/** The parts of a comma-separated list. */
export const splitList = (written: string): ReadonlyArray<string> =>
  written
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

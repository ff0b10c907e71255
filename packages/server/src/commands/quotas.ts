/** The commands for quotas of organizations. */
import { Quotas, type ShownQuota } from "@annotary/core/effect"
import { toQuotaJson } from "@annotary/http"
import { Effect, Either } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { withAccounts } from "../engine/withAccounts.ts"
import { size } from "../settings/Setting.ts"

/** `annotary quota get ORGANIZATION` */
export const get = ({ positionals: [name = ""], settings }: CommandInput) =>
  withAccounts(
    settings,
    Effect.flatMap(Quotas, (quotas) => Effect.flatMap(quotas.get(name), print)),
  )

/** `annotary quota set ORGANIZATION [--samples N|none] [--bytes SIZE|none] [--requests-per-minute N|none]` */
export const set = ({ options, positionals: [name = ""], settings }: CommandInput) => {
  const samples = parseLimit(options.samples)
  const bytes = parseBytes(options.bytes)
  const requestsPerMinute = parseLimit(options["requests-per-minute"])
  if (samples === "invalid" || requestsPerMinute === "invalid")
    return new UsageError({ sentence: "A limit must be a whole number up to 2000000000, or none." })
  if (bytes === "invalid")
    return new UsageError({ sentence: "--bytes must be a number of bytes, a size such as 500GiB, or none." })
  if (samples === undefined && bytes === undefined && requestsPerMinute === undefined)
    return new UsageError({ sentence: "Give --samples, --bytes or --requests-per-minute." })
  return withAccounts(
    settings,
    Effect.flatMap(Quotas, (quotas) =>
      Effect.flatMap(quotas.change(name, { samples, bytes, requestsPerMinute }), print),
    ),
  )
}

const parseLimit = (text: string | undefined): number | null | undefined | "invalid" => {
  if (text === undefined) return undefined
  if (text === "none") return null
  return /^\d{1,10}$/.test(text) && Number(text) <= 2_000_000_000 ? Number(text) : "invalid"
}

const parseBytes = (text: string | undefined): number | null | undefined | "invalid" => {
  if (text === undefined) return undefined
  if (text === "none") return null
  return text === "0" ? 0 : Either.getOrElse(size.parse(text), () => "invalid" as const)
}

const print = (quota: ShownQuota) =>
  printResult(
    () => toQuotaJson(quota),
    () =>
      formatTable(
        ["quota", "limit", "used"],
        [
          ["samples", String(quota.samples ?? "none"), String(quota.samplesUsed ?? "not counted")],
          ["bytes", String(quota.bytes ?? "none"), String(quota.bytesUsed ?? "not counted")],
          ["requests a minute", String(quota.requestsPerMinute ?? "none"), ""],
        ],
      ),
  )

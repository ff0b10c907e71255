/** The commands for quotas of organizations. */
import { Quotas, type ShownQuota } from "@annotary/core/effect"
import { quotaJson } from "@annotary/http"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { printResult, tableText } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

/** `annotary quota get ORGANIZATION` */
export const get = ({ positionals: [name = ""], settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.flatMap(Quotas, (quotas) => Effect.flatMap(quotas.get(name), print)),
  )

/** `annotary quota set ORGANIZATION [--samples N|none] [--requests-per-minute N|none]` */
export const set = ({ options, positionals: [name = ""], settings }: CommandInput) => {
  const samples = limitOf(options.samples)
  const requestsPerMinute = limitOf(options["requests-per-minute"])
  if (samples === "invalid" || requestsPerMinute === "invalid")
    return new UsageError({ sentence: "A limit must be a whole number up to 2000000000, or none." })
  if (samples === undefined && requestsPerMinute === undefined)
    return new UsageError({ sentence: "Give --samples or --requests-per-minute, or both." })
  return withEngine(
    settings,
    Effect.flatMap(Quotas, (quotas) =>
      Effect.flatMap(quotas.change(name, { samples, requestsPerMinute }), print),
    ),
  )
}

const limitOf = (text: string | undefined): number | null | undefined | "invalid" => {
  if (text === undefined) return undefined
  if (text === "none") return null
  return /^\d{1,10}$/.test(text) && Number(text) <= 2_000_000_000 ? Number(text) : "invalid"
}

const print = (quota: ShownQuota) =>
  printResult(
    () => quotaJson(quota),
    () =>
      tableText(
        ["quota", "limit", "used"],
        [
          ["samples", String(quota.samples ?? "none"), String(quota.samplesUsed ?? "not counted")],
          ["requests a minute", String(quota.requestsPerMinute ?? "none"), ""],
        ],
      ),
  )

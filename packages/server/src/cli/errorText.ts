/** The text that a failed command writes to standard error: a sentence, or with `--json` a line of JSON that ends the log. */
import { SettingsRefused } from "../settings/loadSettings.ts"
import type { CommandError } from "./Command.ts"
import { exitCodes, UsageError } from "./failures.ts"

/** The exit code for an error. */
export const getExitCode = (error: CommandError): number =>
  error instanceof UsageError ? exitCodes.usage : exitCodes.failed

/** The text of an expected failure. */
export const formatError = (error: CommandError, json: boolean): string =>
  json ? formatErrorLine(error.message, getErrorFields(error)) : `annotary: ${error.message}\n`

/** The text of a fault in the program. */
export const formatFault = (cause: string, json: boolean): string =>
  json
    ? formatErrorLine("internal error", { code: "internal_error", exit_code: exitCodes.failed, cause })
    : `annotary: internal error\n${cause}\n`

const formatErrorLine = (message: string, facts: { readonly [name: string]: unknown }): string =>
  `${JSON.stringify({ at: new Date().toISOString(), level: "error", message, ...facts })}\n`

const getErrorFields = (error: CommandError): { readonly [name: string]: unknown } => {
  const exit_code = getExitCode(error)
  if (error instanceof UsageError) return { code: "usage", exit_code }
  if (error instanceof SettingsRefused)
    return { code: "invalid_settings", exit_code, settings: error.problems }
  return { code: error.code ?? "failed", exit_code }
}

/** The settings of metrics and logs. */
import { makeChoice, makeSecret, makeSetting, optionalPort, text } from "./Setting.ts"

export const monitoringSettings = {
  metrics: makeSetting(
    "ANNOTARY_METRICS",
    makeChoice("key", "open"),
    "key",
    "Access to `/metrics`: `key` for site admins, `open` for everyone.",
  ),
  metricsToken: makeSetting(
    "ANNOTARY_METRICS_TOKEN",
    makeSecret(
      (token) => /^[\w.~+/=-]{16,512}$/.test(token),
      "must be 16 to 512 letters, digits and characters of -._~+/=",
    ),
    "",
    "Token of a monitoring system: reads `/metrics` as `Authorization: Bearer`, and nothing else. Default: none; only site admins can read them.",
  ),
  metricsHost: makeSetting(
    "ANNOTARY_METRICS_HOST",
    text,
    "127.0.0.1",
    "Address of the port for health and metrics.",
  ),
  metricsPort: makeSetting(
    "ANNOTARY_METRICS_PORT",
    optionalPort,
    "",
    "Port for `/healthz`, `/readyz` and `/metrics` alone, in every role. 0 selects a free port and prints it. Default: none.",
  ),
  log: makeSetting(
    "ANNOTARY_LOG",
    makeChoice("pretty", "json"),
    "pretty",
    "Format of the log on standard error.",
  ),
  logLevel: makeSetting(
    "ANNOTARY_LOG_LEVEL",
    makeChoice("debug", "info", "warning", "error", "none"),
    "info",
    "Minimum level of log entries.",
  ),
} as const

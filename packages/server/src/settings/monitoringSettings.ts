/** The settings of metrics and logs. */
import { oneOf, optionalPort, secret, setting, text } from "./Setting.ts"

export const monitoringSettings = {
  metrics: setting(
    "ANNOTARY_METRICS",
    oneOf("key", "open"),
    "key",
    "Access to `/metrics`: `key` for site admins, `open` for everybody.",
  ),
  metricsToken: setting(
    "ANNOTARY_METRICS_TOKEN",
    secret(
      (token) => /^[\w.~+/=-]{16,512}$/.test(token),
      "must be 16 to 512 letters, digits and characters of -._~+/=",
    ),
    "",
    "Token of a monitoring system: reads `/metrics` as `Authorization: Bearer`, and nothing else. Default: none, site admins' keys alone.",
  ),
  metricsHost: setting(
    "ANNOTARY_METRICS_HOST",
    text,
    "127.0.0.1",
    "Address of the port for health and metrics.",
  ),
  metricsPort: setting(
    "ANNOTARY_METRICS_PORT",
    optionalPort,
    "",
    "Port for `/healthz`, `/readyz` and `/metrics` alone, in every role. 0 selects a free port and prints it. Default: none.",
  ),
  log: setting("ANNOTARY_LOG", oneOf("pretty", "json"), "pretty", "Format of the log on standard error."),
  logLevel: setting(
    "ANNOTARY_LOG_LEVEL",
    oneOf("debug", "info", "warning", "error", "none"),
    "info",
    "Minimum level of log entries.",
  ),
} as const

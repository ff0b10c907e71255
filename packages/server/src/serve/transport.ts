/** The settings of the HTTP transport, derived from those of the server. */
import { Budget, listHosts, type TransportOptions } from "@annotary/http"
import type { Settings } from "../settings/settings.ts"

export const toTransportOptions = (settings: Settings, tracing: boolean): TransportOptions => ({
  tracing,
  allowedHosts: listHosts(settings.host, settings.allowedHosts, settings.publicUrl),
  corsOrigins: settings.corsOrigins,
  proxies: { trusted: settings.trustedProxies, header: settings.proxyHeader },
  rateLimit: settings.rateLimit === 0 ? undefined : { requests: settings.rateLimit, perSeconds: 60 },
  budget: new Budget(settings.maxJsonInWork),
  body: {
    sentBytes: settings.maxBody,
    inflatedBytes: settings.maxJson,
    lineBytes: settings.maxLine,
    depth: settings.maxJsonDepth,
    slowMillis: settings.slowBodySeconds * 1000,
  },
})

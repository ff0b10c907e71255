/** The settings of what clients and reverse proxies see of the server. */
import { addressRanges, httpUrl, list, makeChoice, makeSetting } from "./Setting.ts"

export const publicSettings = {
  publicUrl: makeSetting(
    "ANNOTARY_PUBLIC_URL",
    httpUrl,
    "",
    "External URL of the API. URLs in responses begin with it. Default: the listening address.",
  ),
  allowedHosts: makeSetting(
    "ANNOTARY_ALLOWED_HOSTS",
    list,
    "",
    "Additional host names of a server on a loopback address. Requests to other names than these, its own and the public URL's get 421.",
  ),
  corsOrigins: makeSetting(
    "ANNOTARY_CORS_ORIGINS",
    list,
    "",
    "Origins of pages that may call the API, such as `https://app.example.com`.",
  ),
  trustedProxies: makeSetting(
    "ANNOTARY_TRUSTED_PROXIES",
    addressRanges,
    "",
    "Addresses of reverse proxies that are trusted to report client addresses, such as `10.0.0.0/8`. Default: none.",
  ),
  proxyHeader: makeSetting(
    "ANNOTARY_PROXY_HEADER",
    makeChoice("x-forwarded-for", "forwarded"),
    "x-forwarded-for",
    "Header in which trusted proxies report client addresses. Read from the right, up to the first untrusted address.",
  ),
} as const

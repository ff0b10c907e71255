/** Hosts of URLs, as settings name them and as samples have them. */
import * as Url from "@effect/platform/Url"
import { Either } from "effect"

/** The host name of an http or https URL in lower case; null for other texts. */
export const findHost = (url: string): string | null => {
  if (!/^https?:\/\//i.test(url)) return null
  const parsed = Url.fromString(url)
  if (Either.isLeft(parsed) || parsed.right.hostname === "") return null
  return parsed.right.hostname.toLowerCase()
}

/** Whether the text is a host name, an address, `*.example.com` or `*`. */
export const isHostPattern = (text: string): boolean =>
  text === "*" || findHost(`https://${text.replace(/^\*\./, "")}/`) === text.replace(/^\*\./, "")

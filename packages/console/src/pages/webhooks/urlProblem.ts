/** Says why a server refuses the address of an endpoint, and what can be done about it. */
import type { TFunction } from "i18next"

/** The sentences of the server that the form says differently. */
const problems = [
  ["Must be an absolute URL.", "absolute"],
  ["Must start with https://.", "https"],
  ["Must start with https://; http:// is for addresses that the server's settings open.", "http"],
  ["Must not hold a user name or a password.", "credentials"],
  ["Must have port 443, 80 or a free one from 1024.", "port"],
  ["Must have a public host name.", "private"],
  ["Must not lead to a private or reserved address.", "private"],
] as const

export const translateUrlProblem = (t: TFunction<"webhooks">, message: string): string => {
  const word = problems.find(([sentence]) => sentence === message)?.[1]
  return word === undefined ? message : t(`form.urlProblem.${word}`)
}

/** What webhooks keep about a person, and how it is removed. Pure. */

import type { ErasedPerson } from "../access/ErasureStore.ts"
import { mentions, namesPersonIn } from "../access/renamed.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Attempt } from "../domain/webhooks/Attempt.ts"
import { hasWord } from "./personTexts.ts"

/** The part of an event that names people. */
export interface EventTexts {
  readonly dataset: string
  readonly object: JsonText
  readonly owner: string
  readonly text: string
}

/** Whether an event names the person in a field, or contains the address. Its sentence begins with the name of the actor. */
export const isAboutPerson = (
  { dataset, object, owner, text }: EventTexts,
  { email, username }: ErasedPerson,
): boolean =>
  namesPersonIn(object, username) ||
  (email !== null && mentions(object, email)) ||
  owner === username ||
  dataset.startsWith(`${username}/`) ||
  text.startsWith(`${username} `)

/** The fields of an attempt in which another server may have repeated a name. */
export type AttemptTexts = Pick<Attempt, "url" | "responseBody" | "responseHeaders" | "error">

/** An attempt without the fields that contain the name or the address as a word; the same object when none does. */
export const blanked = <A extends AttemptTexts>(attempt: A, { email, username }: ErasedPerson): A => {
  const names = (text: string | null | undefined) =>
    typeof text === "string" &&
    [username, ...(email === null ? [] : [email])].some((word) => hasWord(text, word))
  const { error, responseBody, responseHeaders, url } = attempt
  const blanks: Partial<AttemptTexts> = {
    ...(names(url) ? { url: null } : {}),
    ...(names(responseBody) ? { responseBody: null } : {}),
    ...(responseHeaders?.some(({ name, value }) => names(name) || names(value))
      ? { responseHeaders: null }
      : {}),
    ...(error !== null && names(error.message) ? { error: { ...error, message: "" } } : {}),
  }
  return Object.keys(blanks).length === 0 ? attempt : { ...attempt, ...blanks }
}

/** Removes what webhooks store about a person. Pure. */

import type { ErasedPerson } from "../access/ErasureStore.ts"
import { hasMention, hasPersonField } from "../access/replacePersonName.ts"
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
  hasPersonField(object, username) ||
  (email !== null && hasMention(object, email)) ||
  owner === username ||
  dataset.startsWith(`${username}/`) ||
  text.startsWith(`${username} `)

/** The fields of an attempt in which another server may have repeated a name. */
export type AttemptTexts = Pick<Attempt, "url" | "responseBody" | "responseHeaders" | "error">

/** An attempt without the fields that contain the name or the address as a word; the same object when none does. */
export const blankAttempt = <A extends AttemptTexts>(attempt: A, { email, username }: ErasedPerson): A => {
  const hasName = (text: string | null | undefined) =>
    typeof text === "string" &&
    [username, ...(email === null ? [] : [email])].some((word) => hasWord(text, word))
  const { error, responseBody, responseHeaders, url } = attempt
  const blanks: Partial<AttemptTexts> = {
    ...(hasName(url) ? { url: null } : {}),
    ...(hasName(responseBody) ? { responseBody: null } : {}),
    ...(responseHeaders?.some(({ name, value }) => hasName(name) || hasName(value))
      ? { responseHeaders: null }
      : {}),
    ...(error !== null && hasName(error.message) ? { error: { ...error, message: "" } } : {}),
  }
  return Object.keys(blanks).length === 0 ? attempt : { ...attempt, ...blanks }
}

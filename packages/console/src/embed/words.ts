/** The words of the components, in a separate i18next: the application may have one, too. */
import { createInstance, type i18n } from "i18next"
import { initReactI18next } from "react-i18next"
import { choosePreferredLanguage, makeBackend, wordSettings } from "../words/i18n.ts"
import type { Language } from "./types.ts"

/** Those that the components use. */
const files = import.meta.glob<{ readonly default: object }>(
  "../words/{en,de}/{shell,ui,webhooks,workbench}.ts",
)

const backend = makeBackend((language, area) => files[`../words/${language}/${area}.ts`])

/** Begins with the words that every component needs; the others are loaded with what uses them. */
export const makeWords = (language: Language | undefined): i18n => {
  const words = createInstance()
  words
    .use(backend)
    .use(initReactI18next)
    .init({ ...wordSettings, lng: language ?? choosePreferredLanguage(null, navigator.languages) })
  return words
}

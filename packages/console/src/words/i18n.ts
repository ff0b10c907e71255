/** The words of the console, through i18next. An area's words are loaded with the first page that needs them. */
import i18next, { type BackendModule, type InitOptions, type ReadCallback } from "i18next"
import { initReactI18next } from "react-i18next"
import type { Words } from "./words.ts"

/** The languages that the console speaks, each by its own name. */
export const languages = { en: "English", de: "Deutsch" } as const

export type Language = keyof typeof languages

const files = import.meta.glob<{ readonly default: object }>("./{en,de}/*.ts")

type Load = () => Promise<{ readonly default: object }>

/** Loads words from the files that `find` knows. */
export const makeBackend = (find: (language: string, area: string) => Load | undefined): BackendModule => ({
  type: "backend",
  init: () => {},
  read: (language: string, area: string, done: ReadCallback) => {
    const load = find(language, area)
    if (load === undefined) return done(new Error(`There are no words ${language}/${area}.`), null)
    load().then(
      (file) => done(null, file.default as Record<string, string>),
      (error: Error) => done(error, null),
    )
  },
})

/** The options that every i18next of ours begins with. */
export const wordSettings = {
  fallbackLng: "en",
  // A dialog whose words are still loaded would hide the page below it, and take its focus.
  ns: ["shell", "ui"],
  defaultNS: "shell",
  // React escapes what it draws.
  interpolation: { escapeValue: false },
  partialBundledLanguages: true,
} as const satisfies InitOptions

const storageKey = "annotary.language"

/** The language that was chosen here before, or the first one of the browser that the console speaks. */
export const choosePreferredLanguage = (
  chosen: string | null,
  ofBrowser: ReadonlyArray<string>,
): Language => {
  const wantedLanguages = [chosen ?? "", ...ofBrowser].map((tag) => tag.slice(0, 2).toLowerCase())
  return wantedLanguages.find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? "en"
}

/** Loads the words that every page needs, and those of further areas: a page whose words are there is shown in one step. */
export const startWords = async (areas: ReadonlyArray<string>): Promise<void> => {
  const lng = choosePreferredLanguage(localStorage.getItem(storageKey), navigator.languages)
  document.documentElement.lang = lng
  await i18next
    .use(makeBackend((language, area) => files[`./${language}/${area}.ts`]))
    .use(initReactI18next)
    .init({ ...wordSettings, ns: [...new Set([...wordSettings.ns, ...areas])], lng })
}

/** Changes the language of the console, also for the next visits. */
export const speak = async (language: Language): Promise<void> => {
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell"
    resources: Words
  }
}

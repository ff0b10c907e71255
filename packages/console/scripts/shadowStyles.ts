/**
 * A plugin of Vite that puts the text of all style sheets into the code that makes the sheet of a shadow tree. In there, the root element
 * of the page does not exist: a class stands for it.
 */
import type { Plugin } from "vite"

const place = /["'`]__ANNOTARY_STYLES__["'`]/

/** The text as it holds in a shadow tree. */
export const inShadow = (text: string): string =>
  text
    // Fonts are of a whole page; the application says its own.
    .replaceAll(/@font-face\s*\{[^}]*\}/g, "")
    .replaceAll(/:root\b|:host(?=[\s,{])/g, ".annotary-root")
    .replaceAll(/(?<![\w.#-])body(?=[\s,{])/g, ".annotary-root")

export const shadowStyles = (): Plugin => ({
  name: "annotary-shadow-styles",
  apply: "build",
  enforce: "post",
  generateBundle: (_, bundle) => {
    let text = ""
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type !== "asset" || !name.endsWith(".css")) continue
      text += typeof file.source === "string" ? file.source : new TextDecoder().decode(file.source)
      delete bundle[name]
    }
    const chunks = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [file] : []))
    const holders = chunks.filter(({ code }) => place.test(code))
    if (text === "" || holders.length !== 1)
      throw new Error(`${text.length} characters of styles have ${holders.length} places to go to.`)
    for (const chunk of holders) chunk.code = chunk.code.replace(place, () => JSON.stringify(inShadow(text)))
  },
})

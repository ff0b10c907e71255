import { readdirSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { choosePreferredLanguage } from "../../src/words/i18n.ts"

/** The texts of an area, however deep they are. */
const listTexts = (words: unknown): ReadonlyArray<string> =>
  typeof words === "object" && words !== null ? Object.values(words).flatMap(listTexts) : [String(words)]

const areas = (language: string) =>
  readdirSync(new URL(`../../src/words/${language}/`, import.meta.url)).sort()

describe("the words", () => {
  it("are there in each language for each area", () => {
    assert.deepStrictEqual(areas("de"), areas("en"))
  })

  it.each(["en", "de"])("write shares as figures beside them do: %s", async (language) => {
    const parts = new Intl.NumberFormat(language, { style: "percent" }).formatToParts(1)
    const sign = parts.map(({ type, value }) => (type === "integer" ? "" : value)).join("")
    const texts = await Promise.all(
      areas(language).map(async (area) => {
        const path = `../../src/words/${language}/${area}`
        return area.endsWith(".ts") ? listTexts((await import(path)).default) : []
      }),
    )
    const percents = texts.flat().flatMap((text) => text.match(/[\d}]\s?%/gu) ?? [])
    assert.isAbove(percents.length, 5)
    for (const text of percents) assert.strictEqual(text.slice(1), sign)
  })
})

describe("the language", () => {
  it("is the one that was chosen", () => {
    assert.strictEqual(choosePreferredLanguage("de", ["en-US"]), "de")
  })

  it("is the first of the browser that the console speaks", () => {
    assert.strictEqual(choosePreferredLanguage(null, ["fr-FR", "de-AT", "en"]), "de")
  })

  it("is English otherwise", () => {
    assert.strictEqual(choosePreferredLanguage("xx", ["fr"]), "en")
  })
})

import { readdirSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { choosePreferredLanguage } from "../../src/words/i18n.ts"

const areas = (language: string) =>
  readdirSync(new URL(`../../src/words/${language}/`, import.meta.url)).sort()

describe("the words", () => {
  it("are there in each language for each area", () => {
    assert.deepStrictEqual(areas("de"), areas("en"))
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

/** Violations of a configuration in the words of its form. */
import i18next, { type TFunction } from "i18next"
import { beforeAll, describe, expect, it } from "vitest"
import { formatPlace, translateViolation } from "../../../src/pages/configuration/violationWords.ts"
import de from "../../../src/words/de/configuration.ts"
import en from "../../../src/words/en/configuration.ts"

let t: TFunction<"configuration">
let german: TFunction<"configuration">

beforeAll(async () => {
  const words = i18next.createInstance()
  await words.init({
    lng: "en",
    resources: { en: { configuration: en }, de: { configuration: de } },
    interpolation: { escapeValue: false },
  })
  t = words.getFixedT("en", "configuration")
  german = words.getFixedT("de", "configuration")
})

const root = {
  categories: [
    { id: 1, name: "car" },
    {
      id: 2,
      name: "person",
      attributes: [{ name: "pose", input_type: "select", values: ["standing", "standing"] }],
      link_attributes: [{ name: "" }],
    },
  ],
  quality_rules: [{ name: "overlapping-boxes", max_iou: 2 }],
}

describe("the place of a violation", () => {
  it("quotes values as the language does", () => {
    const path = ["categories", "1", "attributes", "0", "values", "1"]
    expect(formatPlace(german, root, path)).toMatch(/ › „standing“$/)
  })

  it.each([
    [["categories", "1", "attributes", "0", "values"], "person › pose › Values"],
    [["categories", "1", "attributes", "0", "values", "1"], "person › pose › Values › “standing”"],
    [["categories", "1", "link_attributes", "0", "name"], "person › Attributes of links › (no name) › Name"],
    [["quality_rules", "0", "max_iou"], "Overlapping boxes › Largest intersection over union"],
    [["image_attributes"], "Attributes of images and frames"],
    [["categories", "0", "x-team"], "car › x-team"],
    [[], ""],
  ])("of %j is %s", (path, place) => {
    expect(formatPlace(t, root, path)).toBe(place)
  })
})

describe("the message of a violation", () => {
  it("says what to do, in the language of the page", () => {
    const message = 'required when input_type is "select"'
    expect(translateViolation(t, message)).toBe("Add at least one value.")
    expect(translateViolation(german, message)).toBe("Fügen Sie mindestens einen Wert hinzu.")
  })

  it("keeps the limit", () => {
    expect(translateViolation(t, "must be from 0 to 1")).toBe("Enter a number from 0 to 1.")
    expect(translateViolation(german, "must be from 0 to 1")).toBe("Geben Sie eine Zahl von 0 bis 1 ein.")
    expect(translateViolation(t, "must be at least 0")).toBe("Enter a number of at least 0.")
  })

  it("is the server's own as a sentence where there are no words for it", () => {
    expect(translateViolation(t, "must be odd")).toBe("Must be odd.")
  })
})

import { describe, it } from "vitest"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { assertRoundTrip } from "../roundTrip.ts"

describe("Label Studio", () => {
  it("returns what it carries", () => assertRoundTrip(labelStudio))
})

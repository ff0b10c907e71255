import { describe, it } from "vitest"
import { labelme } from "../../src/labelme/labelme.ts"
import { assertRoundTrip } from "../roundTrip.ts"

describe("Labelme", () => {
  it("returns what it carries", () => assertRoundTrip(labelme))
})

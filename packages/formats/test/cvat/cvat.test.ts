import { describe, it } from "vitest"
import { cvat } from "../../src/cvat/cvat.ts"
import { assertRoundTrip } from "../roundTrip.ts"

describe("CVAT XML", () => {
  it("returns what it carries", () => assertRoundTrip(cvat))
})

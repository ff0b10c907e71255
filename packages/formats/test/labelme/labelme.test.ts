import { describe, it } from "vitest"
import { labelme } from "../../src/labelme/labelme.ts"
import { assertRoundTrip } from "../roundTrip.ts"

describe("Labelme", () => {
  // Masks are packed and unpacked bit by bit: on a busy machine it takes long.
  it("returns what it carries", { timeout: 120_000 }, () => assertRoundTrip(labelme))
})

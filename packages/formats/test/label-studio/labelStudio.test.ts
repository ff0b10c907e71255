import { describe, it } from "vitest"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { assertRoundTrip } from "../roundTrip.ts"

describe("Label Studio", () => {
  // Masks are packed and unpacked bit by bit: on a busy machine it takes long.
  it("returns what it carries", { timeout: 120_000 }, () => assertRoundTrip(labelStudio))
})

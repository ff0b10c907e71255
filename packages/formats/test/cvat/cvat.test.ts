import { describe, it } from "vitest"
import { cvat } from "../../src/cvat/cvat.ts"
import { assertRoundTrip } from "../roundTrip.ts"

describe("CVAT XML", () => {
  // Masks are packed and unpacked bit by bit: on a busy machine it takes long.
  it("returns what it carries", { timeout: 120_000 }, () => assertRoundTrip(cvat))
})

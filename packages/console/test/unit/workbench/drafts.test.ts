import { describe, expect, it } from "vitest"
import { decideDraft, formatDraftKey } from "../../../src/workbench/session/drafts/Draft.ts"

const draft = { etag: '"v1"', text: '{"annotations":[1]}' }

describe("a draft", () => {
  it("is restored onto the version that it began from", () => {
    expect(decideDraft(draft, { etag: '"v1"', rating: null, text: '{"annotations":[]}' })).toBe("restore")
    expect(decideDraft({ ...draft, etag: null }, { etag: null, rating: null, text: null })).toBe("restore")
  })

  it("is compared when somebody else changed the label meanwhile", () => {
    expect(decideDraft(draft, { etag: '"v2"', rating: null, text: '{"annotations":[]}' })).toBe("compare")
    expect(decideDraft({ ...draft, etag: null }, { etag: '"v1"', rating: null, text: "{}" })).toBe("compare")
  })

  it("restores a rating alone only for the version that it was chosen for", () => {
    const rated = { ...draft, rating: 3 }
    expect(decideDraft(rated, { etag: '"v1"', rating: 5, text: draft.text })).toBe("restore")
    expect(decideDraft(rated, { etag: '"v2"', rating: 5, text: draft.text })).toBe("none")
  })

  it("is none when the label already says the same, whatever its version", () => {
    expect(decideDraft(draft, { etag: '"v2"', rating: 2, text: draft.text })).toBe("none")
    expect(decideDraft({ ...draft, rating: 2 }, { etag: '"v2"', rating: 2, text: draft.text })).toBe("none")
    expect(decideDraft(undefined, { etag: null, rating: null, text: null })).toBe("none")
  })

  it("belongs to one person, one sample and one labelset", () => {
    const keys = ["a", "b"].flatMap((user) =>
      ["s", "t"].flatMap((sample) =>
        ["l", "m"].map((labelset) => formatDraftKey({ user, sample, labelset })),
      ),
    )
    expect(new Set(keys).size).toBe(8)
  })
})

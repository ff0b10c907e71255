import { describe, expect, it } from "vitest"
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../src/workbench/editor/json/value.ts"
import {
  listFramesWithIssues,
  type Place,
  readIssuePlace,
  readIssues,
  toAnchor,
} from "../../../src/workbench/panels/issues/Issue.ts"
import { compareFrames } from "../../../src/workbench/panels/review/compare.ts"
import { findReview } from "../../../src/workbench/session/review.ts"

const issue = (uuid: string, status: string, at: string) => ({
  uuid,
  status,
  description: uuid,
  anchor: null,
  created_by: "rita",
  created_at: at,
  comments: [{ uuid: "c", text: "Yes", created_by: "jane", created_at: at }],
})

const object = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("not an object")
  return value
}

describe("the issues of a sample", () => {
  it("are listed with the open ones first, the newest of each first", () => {
    const issues = readIssues([
      issue("old", "OPEN", "2026-01-01"),
      issue("done", "CLOSED", "2026-03-01"),
      issue("new", "OPEN", "2026-02-01"),
    ])
    expect(issues.map(({ uuid }) => uuid)).toEqual(["new", "old", "done"])
    expect(issues[0]?.comments).toEqual([
      { uuid: "c", text: "Yes", createdBy: "jane", createdAt: "2026-02-01" },
    ])
  })

  it("keep their place from the form to the anchor and back", () => {
    const places: ReadonlyArray<Place> = [
      { kind: "point", at: [12.5, 7], frame: 3 },
      { kind: "object", key: "5", frame: undefined },
      { kind: "space", at: [689512.25, -3.5, 0], frame: 1 },
      { kind: "whole", frame: 0 },
      { kind: "point", at: [1, 2], frame: 0, sensor: "front" },
      { kind: "object", key: "5", frame: 2, sensor: "top" },
    ]
    for (const place of places) expect(readIssuePlace(toAnchor(place, undefined))).toEqual(place)
  })

  it("keep all digits of the object that they are about", () => {
    const anchor = object('{"type": "track", "trackNumber": 9007199254740993}')
    const place = readIssuePlace(anchor)
    expect(place).toEqual({ kind: "object", key: "9007199254740993", frame: undefined })
    expect(print(toAnchor(place, anchor.trackNumber))).toContain("9007199254740993")
  })

  it("with an anchor of another kind are about the sample", () => {
    for (const location of [
      { type: "4d", x: 1, y: 2, z: 3 },
      { type: "3d", x: 1, y: 2 },
    ])
      expect(readIssuePlace({ type: "location", sensor: "Lidar", location })).toEqual({
        kind: "whole",
        frame: undefined,
        sensor: "Lidar",
      })
  })

  it("mark the frames that open ones are about", () => {
    const at = (uuid: string, status: string, frame?: number) => ({
      ...issue(uuid, status, "2026-01-01"),
      anchor: { type: "basic", ...(frame === undefined ? {} : { frame }) },
    })
    const issues = readIssues([at("a", "OPEN", 4), at("b", "CLOSED", 2), at("c", "OPEN"), at("d", "OPEN", 0)])
    expect([...listFramesWithIssues(issues)].sort()).toEqual([0, 4])
  })
})

describe("the last review", () => {
  const row = (action: string, from: string | null, to: string) => ({
    action,
    from_status: from,
    to_status: to,
  })

  it("is the newest decision, whatever was saved since", () => {
    // Cast: rows of the API have branded statuses and nothing else that matters here.
    const history = [
      row("save", "REJECTED", "REJECTED"),
      row("reject", "LABELED", "REJECTED"),
      row("submit", null, "LABELED"),
    ] as ReadonlyArray<Parameters<typeof findReview>[0][number]>
    expect(findReview(history)).toEqual({ row: history[1], before: history[2] })
  })

  it("is none before somebody has decided", () => {
    expect(findReview([])).toBeUndefined()
  })
})

describe("two versions of a label", () => {
  it("are compared by object, and equal text is no change", () => {
    const before = object('{"annotations": [{"id": 1, "points": []}, {"id": 2, "a": 1}, {"id": 3}]}')
    const after = object('{"annotations": [{"id": 1, "points": []}, {"id": 2, "a": 2}, {"id": 4}]}')
    const { added, changed, removed } = compareFrames(before, after, 0)
    expect([added, changed, removed].map((list) => list.map(({ key }) => key))).toEqual([["4"], ["2"], ["3"]])
    expect(changed[0]?.source.a).toBe(1)
  })
})

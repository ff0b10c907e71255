/** Messages of the API at the fields of forms. */
import { describe, expect, it } from "vitest"
import { ApiError } from "../../src/api/problem.ts"
import { formatFieldPath, readFieldProblems } from "../../src/ui/fieldProblems.ts"

const makeError = (pointer: string, message: string) =>
  new ApiError({
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    code: "invalid",
    detail: `At ${pointer}: ${message}.`,
    errors: [{ pointer, message }],
  })

describe("the problems at fields", () => {
  it("are sentences about the field, without a pointer", () => {
    expect(readFieldProblems(makeError("/name", "must not be empty"))).toEqual([
      { field: "name", message: "Must not be empty." },
    ])
  })

  it("name a nested place by its words and by numbers from 1", () => {
    expect(formatFieldPath("/actions/0/category_id")).toBe("actions › 1 › category id")
    expect(formatFieldPath("")).toBe("")
  })
})

/** The table of errors is made from the list: `vitest -u` writes it anew. */

import { type DomainError, listErrorExamples } from "@annotary/core/effect"
import { describe, expect, it } from "vitest"
import { listMemberFields, toMemberName } from "../src/api/problemMembers.ts"
import { ProblemMembers } from "../src/api/records/problem.ts"
import { statuses } from "../src/api/statuses.ts"
import { catalogue } from "./support/catalogue.ts"

interface Row {
  readonly status: number
  readonly code: string
  readonly name: string
  readonly members: ReadonlyArray<string>
  readonly detail: string
}

const domainRow = (error: DomainError): Row => ({
  status: statuses[error._tag],
  code: error.code,
  name: error._tag,
  members: [
    ...listMemberFields(error._tag).map(toMemberName),
    ...(error._tag === "InvalidInput"
      ? ["errors", ...(error.warnings === undefined ? [] : ["warnings"])]
      : []),
  ],
  detail: error.message,
})

const rows = (): ReadonlyArray<Row> => [
  ...listErrorExamples().map(domainRow),
  ...catalogue.map(({ code, detail, errors, status }) => ({
    status,
    code,
    name: "ApiProblem",
    members: errors === undefined ? [] : ["errors"],
    detail,
  })),
]

/** By status and code; of one code the first example, and of the transport's codes none that the engine has. */
const table = (): ReadonlyArray<Row> => {
  const found = new Map<string, Row>()
  for (const row of rows()) if (!found.has(row.code)) found.set(row.code, row)
  return [...found.values()].sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
}

const line = ({ code, detail, members, name, status }: Row): string =>
  `| ${status} | \`${code}\` | \`${name}\` | ${members.map((member) => `\`${member}\``).join(", ")} | ${detail} |`

const page = (): string =>
  [
    "# Errors",
    "",
    "Every error is an RFC 9457 problem. Choose by `code`, which is stable, and read the facts from the members; `detail` is for people.",
    "The typed client throws the class, made from the members. An example of each code:",
    "",
    "| status | code | class | members | detail |",
    "| ------ | ---- | ----- | ------- | ------ |",
    ...table().map(line),
    "",
  ].join("\n")

describe("the table of errors", () => {
  it("is what the list says", async () => {
    await expect(page()).toMatchFileSnapshot("../docs/errors.md")
  })

  it("has a member of the problem for every field of every error", () => {
    const used = new Set(listErrorExamples().flatMap(({ _tag }) => listMemberFields(_tag).map(toMemberName)))
    expect([...used].sort()).toEqual(Object.keys(ProblemMembers.fields).sort())
  })
})

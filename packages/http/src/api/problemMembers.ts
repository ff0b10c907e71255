/** The fields of an error as members of its problem: RFC 9457 has a `status` of its own, so an error's is called `state` there. */
import { snakeCase } from "@annotary/core/effect"
import { type DomainError, type DomainErrorName, errorList } from "./errorList.ts"

export type ProblemMembers = Readonly<Record<string, string | number>>

/** What a problem says elsewhere. */
const elsewhere: ReadonlySet<string> = new Set(["_tag", "code", "errors", "warnings"])

export const memberName = (field: string): string => (field === "status" ? "state" : snakeCase(field))

/** The names of an error's fields that become members. */
export const memberFields = (name: DomainErrorName): ReadonlyArray<string> =>
  Object.keys(errorList[name].type.fields).filter((field) => !elsewhere.has(field))

export const membersOf = (error: DomainError): ProblemMembers =>
  Object.fromEntries(
    memberFields(error._tag).flatMap((field) => {
      const value: unknown = Reflect.get(error, field)
      return typeof value === "string" || typeof value === "number" ? [[memberName(field), value]] : []
    }),
  )

/** The fields that the members stand for, as far as the problem has them. */
export const fieldsIn = (
  name: DomainErrorName,
  problem: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    memberFields(name).flatMap((field) => {
      const value = problem[memberName(field)]
      return value === undefined ? [] : [[field, value]]
    }),
  )

/**
 * Maps the fields of an error to members of its problem. RFC 9457 defines `status`, so that an error's own `status`
 * becomes `state`.
 */
import {
  type AssetReference,
  type AssetReferenceJson,
  type DomainError,
  type DomainErrorName,
  errorList,
  toAssetReference,
  toAssetReferenceJson,
  toSnakeCase,
} from "@annotary/core/effect"

export type ProblemMembers = Readonly<Record<string, string | number | ReadonlyArray<AssetReferenceJson>>>

/** Fields that have their own place in a problem. */
const elsewhere: ReadonlySet<string> = new Set(["_tag", "code", "errors", "warnings"])

export const toMemberName = (field: string): string => (field === "status" ? "state" : toSnakeCase(field))

/** The names of an error's fields that become members. */
export const listMemberFields = (name: DomainErrorName): ReadonlyArray<string> =>
  Object.keys(errorList[name].type.fields).filter((field) => !elsewhere.has(field))

export const toMembers = (error: DomainError): ProblemMembers =>
  Object.fromEntries(
    listMemberFields(error._tag).flatMap(
      (field): ReadonlyArray<readonly [string, ProblemMembers[string]]> => {
        const value: unknown = Reflect.get(error, field)
        // The only field with a list.
        if (field === "references" && Array.isArray(value))
          return [[field, value.map((one: AssetReference) => toAssetReferenceJson(one))]]
        return typeof value === "string" || typeof value === "number" ? [[toMemberName(field), value]] : []
      },
    ),
  )

/** The error's fields, restored from the members of a problem. */
export const readFields = (
  name: DomainErrorName,
  problem: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    listMemberFields(name).flatMap((field) => {
      const value = problem[toMemberName(field)]
      if (field === "references" && Array.isArray(value))
        return [[field, value.map((one: AssetReferenceJson) => toAssetReference(one))]]
      return value === undefined ? [] : [[field, value]]
    }),
  )

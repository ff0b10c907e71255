/** The page and the filters of the list of datasets, as search parameters. What an address cannot mean is left out. */
import { type Role as GrantedRole, roles as grantedRoles } from "../../api/roles.ts"

export type Role = "owner" | GrantedRole

/** From the most to the least. */
export const roles: ReadonlyArray<Role> = ["owner", ...grantedRoles.toReversed()]

export interface DatasetsSearch {
  /** Counts from 1, and is absent on the first page. */
  readonly page?: number
  /** A part of `owner/name`. */
  readonly q?: string
  readonly owner?: string
  readonly role?: Role
}

export const readDatasetsSearch = (search: Readonly<Record<string, unknown>>): DatasetsSearch => {
  const [q, owner] = [readText(search.q), readText(search.owner)]
  const role = roles.find((one) => one === search.role)
  return {
    ...(typeof search.page === "number" && Number.isInteger(search.page) && search.page > 1
      ? { page: search.page }
      : {}),
    ...(q === undefined ? {} : { q }),
    ...(owner === undefined ? {} : { owner }),
    ...(role === undefined ? {} : { role }),
  }
}

/** The filters without the page. */
export const pickFilters = ({ page: _, ...filters }: DatasetsSearch) => filters

export const isFiltered = (search: DatasetsSearch): boolean => Object.keys(pickFilters(search)).length > 0

const readText = (value: unknown): string | undefined => {
  // The router reads a name such as 0012 as a number.
  const textValue = typeof value === "number" || typeof value === "boolean" ? String(value) : value
  return typeof textValue === "string" && textValue.trim() !== "" ? textValue.trim().slice(0, 200) : undefined
}

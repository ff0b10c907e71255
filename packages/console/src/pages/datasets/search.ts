/** The page and the filters of the list of datasets, as search parameters. What an address cannot mean is left out. */
import { type Role as GrantedRole, roles as grantedRoles } from "../../api/roles.ts"
import { omitUndefined, readPageNumber, readText, type SearchInput } from "../../ui/search.ts"

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

export const readDatasetsSearch = (search: SearchInput): DatasetsSearch =>
  omitUndefined({
    page: readPageNumber(search.page),
    q: readText(search.q)?.slice(0, 200),
    owner: readText(search.owner)?.slice(0, 200),
    role: roles.find((one) => one === search.role),
  })

/** The filters without the page. */
export const pickFilters = ({ page: _, ...filters }: DatasetsSearch) => filters

export const isFiltered = (search: DatasetsSearch): boolean => Object.keys(pickFilters(search)).length > 0

/** A page of the datasets of the person who is signed in, and of those shared with them. */
import { keepPreviousData } from "@tanstack/react-query"
import { api } from "../../api/client.ts"
import { makeQuery } from "../../api/query.ts"
import { type DatasetsSearch, pickFilters } from "./search.ts"

export const rowsPerPage = 50

/** Newest first. */
export const makeDatasetsQuery = (search: DatasetsSearch) =>
  makeQuery(
    ["datasets", search],
    (signal) => {
      const page = { page: search.page ?? 1, per_page: rowsPerPage }
      const query = { include: "shared" as const, ...page, ...pickFilters(search) }
      return api.GET("/user/datasets/", { params: { query }, signal })
    },
    { placeholderData: keepPreviousData },
  )

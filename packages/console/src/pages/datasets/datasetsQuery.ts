/** A page of the datasets of the person who is signed in, and of those shared with them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, readBody } from "../../api/client.ts"
import { type DatasetsSearch, pickFilters } from "./search.ts"

export const rowsPerPage = 50

/** Newest first. */
export const makeDatasetsQuery = (search: DatasetsSearch) =>
  queryOptions({
    queryKey: ["datasets", search],
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/user/datasets/", {
          params: {
            query: {
              include: "shared",
              page: search.page ?? 1,
              per_page: rowsPerPage,
              ...pickFilters(search),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** A page of the datasets of the person who is signed in, and of those shared with them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, bodyOf } from "../../api/client.ts"

export const rowsPerPage = 50

/** Page 1 is the first. Newest first. */
export const datasetsQuery = (page: number) =>
  queryOptions({
    queryKey: ["datasets", page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/user/datasets/", {
          params: { query: { include: "shared", page, per_page: rowsPerPage } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

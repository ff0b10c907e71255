/** The cache of answers of the API. */
import { QueryClient, type QueryClientConfig } from "@tanstack/react-query"
import { ApiError } from "../api/problem.ts"

/** An error of the request itself comes back with each repetition. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status >= 500)

export const makeQueryClient = (config: QueryClientConfig = {}): QueryClient =>
  new QueryClient({
    ...config,
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 5_000, throwOnError: false },
      mutations: { retry: false },
    },
  })

/** The content that a query brings, and what stands there while it loads or has failed. */
import { Skeleton } from "@mantine/core"
import type { ReactNode } from "react"
import { ProblemPanel } from "./ProblemPanel.tsx"

/** The state of a query, as TanStack Query answers it. */
export interface QueryState<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch?: () => unknown
}

interface QueryContentProps<Data> {
  readonly query: QueryState<Data>
  /** The height that is kept free for it. */
  readonly height: number
  readonly children: (data: Data) => ReactNode
}

export const QueryContent = <Data,>({ children, height, query }: QueryContentProps<Data>) => (
  <>
    <ProblemPanel error={query.error} onRetry={query.refetch} />
    {query.data !== undefined ? children(query.data) : query.error === null ? <Skeleton h={height} /> : null}
  </>
)

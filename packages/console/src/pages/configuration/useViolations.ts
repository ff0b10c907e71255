/** Reports what is wrong with a document: at once what its syntax is, and after a pause what the server objects to. */
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { ApiError } from "../../api/problem.ts"
import { validate } from "./calls.ts"
import type { TextTree } from "./model/textTree.ts"

export interface Violation {
  readonly pointer: string
  readonly message: string
  /** Advice does not prevent saving. */
  readonly isAdvice: boolean
}

export interface Checked {
  readonly violations: ReadonlyArray<Violation>
  /** Whether the server has answered for this very text. */
  readonly isCurrent: boolean
  /** Why the server could not check it. */
  readonly error: Error | null
  readonly retry: () => void
}

export const useViolations = (text: string, tree: TextTree): Checked => {
  const [settled] = useDebouncedValue(text, 300)
  const isReadable = tree.faults.length === 0 && tree.root !== undefined
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ["configuration", "validate", settled],
    queryFn: ({ signal }) => checkText(settled, signal),
    enabled: isReadable && settled === text,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return {
    violations: isReadable ? (data ?? []) : [],
    isCurrent: isReadable && settled === text && data !== undefined && !isPlaceholderData,
    error,
    retry: refetch,
  }
}

const checkText = async (text: string, signal: AbortSignal): Promise<ReadonlyArray<Violation>> => {
  try {
    const advice = await validate(text, signal)
    return advice.map(({ message, pointer }) => ({ pointer, message, isAdvice: true }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400 || error.problem.errors === undefined)
      throw error
    return error.problem.errors.map(({ message, pointer }) => ({ pointer, message, isAdvice: false }))
  }
}

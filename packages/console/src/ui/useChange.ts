/** A change of records, with the queries that it makes stale. */
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query"

/** A query, or a key with which the keys of several queries begin. */
type Stale = QueryKey | { readonly queryKey: QueryKey }

interface ChangeOptions<Answer, Input> {
  /** Read again before the change ends. */
  readonly stale?: ReadonlyArray<Stale>
  /** Reads them again after an error too, as the list then shows what the server has. */
  readonly reloadsAfterErrors?: boolean
  /** Called before the stale queries are read again, such as to close a dialog. */
  readonly first?: (answer: Answer, input: Input) => unknown
  /** Called after they were read again. */
  readonly last?: (answer: Answer, input: Input) => unknown
  /** Zero for changes with a key or another secret, which must not stay in the memory of the page. */
  readonly gcTime?: number
}

/** `const remove = useChange(() => removeBucket(uuid), { first: close, stale: [makeBucketsQuery(organization)] })`. */
export const useChange = <Answer, Input = void>(
  call: (input: Input) => Promise<Answer>,
  { first, gcTime, last, reloadsAfterErrors = false, stale = [] }: ChangeOptions<Answer, Input> = {},
): UseMutationResult<Answer, Error, Input> => {
  const client = useQueryClient()
  const reload = () =>
    Promise.all(
      stale.map((one) => client.invalidateQueries({ queryKey: "queryKey" in one ? one.queryKey : one })),
    )
  return useMutation({
    mutationFn: call,
    ...(gcTime === undefined ? {} : { gcTime }),
    onSuccess: async (answer, input) => {
      await first?.(answer, input)
      await reload()
      await last?.(answer, input)
    },
    ...(reloadsAfterErrors ? { onError: reload } : {}),
  })
}

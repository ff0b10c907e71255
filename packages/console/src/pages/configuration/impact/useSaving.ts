/** Saves a version: at once when no label is concerned, else as a job. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { hasStatus } from "../../../api/problem.ts"
import { type Action, apply, type DatasetName, makeJobQuery, replace, type Version } from "../calls.ts"

interface Outcomes {
  readonly onSaved: () => void
  /** Somebody else was faster. */
  readonly onConflict: () => void
}

export const useSaving = (name: DatasetName, version: Version, { onConflict, onSaved }: Outcomes) => {
  const saving = useMutation({
    mutationFn: async (actions: ReadonlyArray<Action>) => {
      if (actions.length > 0) return (await apply(name, version, actions)).uuid
      await replace(name, version)
      return null
    },
    onSuccess: (job) => {
      if (job === null) onSaved()
    },
    onError: (error) => {
      if (hasStatus(error, 412)) onConflict()
    },
  })
  const job = saving.data ?? null
  const followed = useQuery({ ...makeJobQuery(job ?? ""), enabled: job !== null })
  return {
    save: (actions: ReadonlyArray<Action>) => saving.mutate(actions),
    error: saving.error,
    /** The job that changes the labels; null without one. */
    job,
    isRunning: saving.isPending || (job !== null && followed.data?.status !== "FAILED"),
  }
}

/** Saves changed fields of a dataset. Its state outlives the form, which begins anew with each version of the settings. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type DatasetPath, makeSamplesKey, toDatasetPath } from "../../api/dataset.ts"
import { makeGuideKey } from "../../api/guide.ts"
import { type Change, ChangedMeanwhile, makeSettingsQuery, type Settings, updateSettings } from "./calls.ts"

export interface Saving {
  /** Resolves when it is saved; rejects with the error for its fields, but not for a conflict. */
  readonly save: (change: Change, base?: Settings) => Promise<unknown>
  /** The fields that somebody else changed; undefined without a conflict. */
  readonly conflict: ChangedMeanwhile | undefined
  /** Takes what somebody else has saved, and gives up the own changes. */
  readonly takeLatest: (latest: Settings) => void
  readonly error: Error | null
  readonly isSaving: boolean
  /** Whether the last change was saved. */
  readonly isSaved: boolean
}

export const useSaving = (path: DatasetPath, settings: Settings): Saving => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const show = async (next: Settings) => {
    const place = toDatasetPath(next.dataset)
    client.setQueryData(makeSettingsQuery(place).queryKey, next)
    if (place.dataset !== path.dataset)
      await navigate({ to: "/d/$owner/$dataset/settings", params: place, replace: true })
    await client.invalidateQueries({ queryKey: [...makeSamplesKey(place), "dataset"] })
    await client.invalidateQueries({ queryKey: makeGuideKey(place) })
    await client.invalidateQueries({ queryKey: ["datasets"] })
  }
  const saving = useMutation({
    mutationFn: ({ base, change }: { readonly change: Change; readonly base: Settings }) =>
      updateSettings(path, change, base),
    onSuccess: show,
  })
  return {
    save: (change, base = settings) => saving.mutateAsync({ change, base }),
    conflict: saving.error instanceof ChangedMeanwhile ? saving.error : undefined,
    takeLatest: (latest) => {
      saving.reset()
      show(latest)
    },
    error: saving.error,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess,
  }
}

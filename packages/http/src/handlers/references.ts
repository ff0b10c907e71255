/** How a path names a dataset. */
import type { DatasetRef } from "@annotary/core/effect"

export const datasetRef = (path: { readonly owner: string; readonly dataset: string }): DatasetRef => ({
  _tag: "Name",
  owner: path.owner,
  name: path.dataset,
})

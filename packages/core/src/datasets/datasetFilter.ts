import type { DatasetAccess, DatasetFilter } from "../access/DatasetStore.ts"
import { nameKey } from "../domain/Names.ts"

/** Whether a list with the filter shows the dataset. */
export const matchDatasetFilter = (
  { owner, role, text }: DatasetFilter,
  found: {
    readonly dataset: Pick<DatasetAccess["dataset"], "name" | "owner">
    readonly role: DatasetAccess["role"] | "public"
  },
): boolean =>
  (owner === undefined || nameKey(owner) === nameKey(found.dataset.owner)) &&
  (role === undefined || role === found.role) &&
  (text === undefined ||
    `${nameKey(found.dataset.owner)}/${nameKey(found.dataset.name)}`.includes(text.toLowerCase()))

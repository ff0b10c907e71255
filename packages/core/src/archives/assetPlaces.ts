/** The places of records that may name an asset. Pure. */

import type { AssetPlace } from "../domain/AssetReference.ts"
import type { StoredRecords, StoredSection } from "../domain/archive/storedRecords.ts"

const place = (
  resource: AssetPlace["resource"],
  id: string | number,
  sampleId: string | null = null,
): AssetPlace => ({ resource, id: String(id), sampleId })

type Places = { readonly [Section in StoredSection]?: (record: StoredRecords[Section]) => AssetPlace }

/** The place of a record, by its section. Sections without free texts are left out. */
export const assetPlaces: Places = {
  configurations: ({ number }) => place("configuration version", number),
  labelsets: ({ id }) => place("labelset", id),
  samples: ({ id }) => place("sample", id),
  "label-versions": ({ sampleId, version }) => place("label version", version, sampleId),
  "overlap-labels": ({ sampleId, version }) => place("label version", version, sampleId),
  "gold-labels": ({ sampleId }) => place("sample", sampleId),
  "check-results": ({ sampleId, version }) => place("label version", version, sampleId),
  dismissals: ({ sampleId, warning }) => place("warning", warning, sampleId),
  issues: ({ id }) => place("issue", id),
  comments: ({ id }) => place("comment", id),
  predictions: ({ claimId, sampleId }) => place("prediction", claimId, sampleId),
  releases: ({ id }) => place("release", id),
}

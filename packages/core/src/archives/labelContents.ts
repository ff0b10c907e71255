/** Refers from versions of a label to equal attributes of an earlier one, so that an archive has them once. Pure. */
import type { LabelVersionRecord } from "../domain/archive/storedRecords.ts"
import type { VersionId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"

/** A version as it is stored, with its attributes. */
export type WholeLabelVersion = Omit<LabelVersionRecord, "content">

/**
 * Converts versions, in the order of the section, to records of an archive. It compares texts, so that the records are the same
 * whatever a storage stores once.
 */
export const labelContents = (): ((version: WholeLabelVersion) => LabelVersionRecord) => {
  let last: { readonly label: string; readonly content: VersionId; readonly attributes: JsonText } | undefined
  return (version) => {
    const { attributes } = version
    if (attributes === null) return { ...version, content: null }
    const label = `${version.labelsetId} ${version.sampleId}`
    if (last?.label === label && last.attributes === attributes)
      return { ...version, content: last.content, attributes: null }
    last = { label, content: version.version, attributes }
    return { ...version, content: version.version }
  }
}

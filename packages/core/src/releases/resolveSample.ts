/** A sample with absolute URLs of assets, for files that leave the server. */
import { resolveAssetPaths } from "../domain/assetPaths.ts"
import type { SnapshotSample } from "./SnapshotStore.ts"

export const resolveSample = (sample: SnapshotSample, publicUrl: string): SnapshotSample => {
  const attributes = sample.attributes && resolveAssetPaths(sample.attributes, publicUrl)
  const metadata = resolveAssetPaths(sample.metadata, publicUrl)
  const labels = sample.labels.map((label) => {
    const resolved = label.attributes && resolveAssetPaths(label.attributes, publicUrl)
    return resolved === label.attributes ? label : { ...label, attributes: resolved }
  })
  const isSame =
    attributes === sample.attributes &&
    metadata === sample.metadata &&
    labels.every((label, at) => label === sample.labels[at])
  return isSame ? sample : { ...sample, attributes, metadata, labels }
}

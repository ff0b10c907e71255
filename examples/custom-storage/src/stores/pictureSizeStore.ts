/** PictureSizeStore: measured sizes of the pictures of samples, beside the attributes that they were measured for. */
import type { SampleId } from "@annotary/core"
import { PictureSizeStore, type StoredPictureSizes } from "@annotary/core/effect"
import type { Database } from "../Database.ts"
import { liveSample } from "../lookups.ts"

export const pictureSizeStore = ({ call, tables }: Database) =>
  PictureSizeStore.of({
    find: (datasetId, samples) =>
      call("PictureSizeStore.find", () => {
        const sizes = new Map<SampleId, StoredPictureSizes>()
        for (const id of samples) {
          const row = tables.pictureSizes.get(id)
          const sample = liveSample(tables, id)
          if (row !== undefined && sample?.datasetId === datasetId)
            sizes.set(id, { pictures: row.pictures, isCurrent: row.attributes === sample.attributes })
        }
        return sizes
      }),
    save: (datasetId, sizes) =>
      call("PictureSizeStore.save", () => {
        const saved = new Set<SampleId>()
        for (const { pictures, sampleId, version } of sizes) {
          const sample = liveSample(tables, sampleId)
          if (sample?.version !== version || sample.datasetId !== datasetId) continue
          tables.pictureSizes.put(sampleId, { datasetId, attributes: sample.attributes, pictures })
          saved.add(sampleId)
        }
        return saved
      }),
  })

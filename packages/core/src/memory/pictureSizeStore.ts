/** PictureSizeStore in memory. */
import { HashMap, Option } from "effect"
import type { SampleId } from "../domain/Ids.ts"
import { PictureSizeStore, type StoredPictureSizes } from "../reading/PictureSizeStore.ts"
import type { Database } from "./Database.ts"
import { findDatasetRows, updateDataset } from "./State.ts"

export const makePictureSizeStore = (db: Database): typeof PictureSizeStore.Service =>
  PictureSizeStore.of({
    find: (dataset, samples) =>
      db.read((state) => {
        const sizes = new Map<SampleId, StoredPictureSizes>()
        const rows = findDatasetRows(state, dataset)
        if (rows === undefined) return sizes
        for (const id of samples) {
          const row = Option.getOrUndefined(HashMap.get(rows.pictureSizes, id))
          const sample = Option.getOrUndefined(HashMap.get(rows.samples, id))
          if (row !== undefined && sample !== undefined)
            sizes.set(id, { pictures: row.pictures, isCurrent: row.attributes === sample.attributes })
        }
        return sizes
      }),
    save: (dataset, sizes) =>
      db.write((state) =>
        updateDataset(state, dataset, new Set<SampleId>(), (rows) => {
          const saved = new Set<SampleId>()
          const pictureSizes = HashMap.mutate(rows.pictureSizes, (open) => {
            for (const { pictures, sampleId, version } of sizes) {
              const sample = Option.getOrUndefined(HashMap.get(rows.samples, sampleId))
              if (sample?.version !== version) continue
              HashMap.set(open, sampleId, { attributes: sample.attributes, pictures })
              saved.add(sampleId)
            }
          })
          return [saved, saved.size === 0 ? rows : { ...rows, pictureSizes }]
        }),
      ),
  })

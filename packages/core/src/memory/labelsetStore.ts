/** LabelsetStore in memory. */
import { HashMap, Option } from "effect"
import { LabelsetStore } from "../access/LabelsetStore.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { nameKey } from "../domain/Names.ts"
import type { Database } from "./Database.ts"
import { type DatasetRows, findDatasetRows, updateDataset } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makeLabelsetStore = (db: Database): typeof LabelsetStore.Service =>
  LabelsetStore.of({
    insert: (labelset) =>
      db.write((state) =>
        updateDataset(state, labelset.datasetId, false, (rows) =>
          findByName(rows, labelset.name) === undefined
            ? [true, { ...rows, labelsets: HashMap.set(rows.labelsets, labelset.id, labelset) }]
            : [false, rows],
        ),
      ),
    byName: (dataset, name) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        return Option.fromNullable(rows === undefined ? undefined : findByName(rows, name))
      }),
    list: (dataset) => db.read((state) => listLabelsets(findDatasetRows(state, dataset))),
    describe: (dataset, id, description) =>
      db.write((state) =>
        updateDataset(state, dataset, false, (rows) => {
          const labelset = Option.getOrUndefined(HashMap.get(rows.labelsets, id))
          return labelset === undefined
            ? [false, rows]
            : [true, { ...rows, labelsets: HashMap.set(rows.labelsets, id, { ...labelset, description }) }]
        }),
      ),
    markDeleted: (dataset, id) =>
      db.write((state) =>
        updateDataset(state, dataset, false, (rows) => {
          if (!HashMap.has(rows.labelsets, id)) return [false, rows]
          return [
            true,
            {
              ...rows,
              labelsets: HashMap.remove(rows.labelsets, id),
              labels: HashMap.remove(rows.labels, id),
              histories: HashMap.remove(rows.histories, id),
            },
          ]
        }),
      ),
  })

/** Ground truth first, then oldest first. */
export const listLabelsets = (rows: DatasetRows | undefined): ReadonlyArray<Labelset> =>
  rows === undefined
    ? []
    : [...HashMap.values(rows.labelsets)].sort(
        (a, b) => Number(b.isGroundTruth) - Number(a.isGroundTruth) || compareAscii(a.id, b.id),
      )

const findByName = (rows: DatasetRows, name: string): Labelset | undefined =>
  listLabelsets(rows).find((labelset) => nameKey(labelset.name) === nameKey(name))

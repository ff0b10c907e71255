/** GuideStore in memory. */
import { HashMap, Option } from "effect"
import { GuideStore } from "../datasets/GuideStore.ts"
import type { GuideAcknowledgement } from "../domain/Guide.ts"
import type { Database } from "./Database.ts"
import { findDatasetRows, updateDataset } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makeGuideStore = (db: Database): typeof GuideStore.Service =>
  GuideStore.of({
    acknowledge: (acknowledgement) =>
      db.write((state) =>
        updateDataset(state, acknowledgement.datasetId, false, (rows) => {
          const key = formatAcknowledgementKey(acknowledgement)
          if (HashMap.has(rows.acknowledgements, key)) return [false, rows]
          return [
            true,
            { ...rows, acknowledgements: HashMap.set(rows.acknowledgements, key, acknowledgement) },
          ]
        }),
      ),
    find: (dataset, user, version) =>
      db.read((state) =>
        Option.flatMap(Option.fromNullable(findDatasetRows(state, dataset)), ({ acknowledgements }) =>
          HashMap.get(acknowledgements, formatAcknowledgementKey({ user, version })),
        ),
      ),
    list: (dataset, version) =>
      db.read((state) =>
        [...HashMap.values(findDatasetRows(state, dataset)?.acknowledgements ?? HashMap.empty())]
          .filter((acknowledgement) => acknowledgement.version === version)
          .sort((a, b) => compareAscii(a.user, b.user)),
      ),
  })

/** The key of an acknowledgement among those of its dataset. */
export const formatAcknowledgementKey = ({
  user,
  version,
}: Pick<GuideAcknowledgement, "user" | "version">): string => `${user}/${version}`

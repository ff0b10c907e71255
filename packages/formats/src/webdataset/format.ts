/** WebDataset: shards in tar, in which files of one name are a sample. */
import type { Format } from "../Format.ts"
import { webDatasetAbilities } from "./abilities.ts"
import { readWebDataset } from "./read.ts"

export const webDataset: Format = {
  name: "webdataset",
  title: "WebDataset",
  abilities: webDatasetAbilities,
  reader: readWebDataset,
}

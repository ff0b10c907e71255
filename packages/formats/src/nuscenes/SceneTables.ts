/** The tables of a dataset, opened: names and references are in memory, rows are read when they are asked for. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import type { Dataset } from "../model/Dataset.ts"
import { visibilities } from "./attributes.ts"
import { forEachRow } from "./rows.ts"
import { Groups, Table } from "./Table.ts"

export interface SceneRow {
  readonly token: string
  readonly name: string
  readonly number: number
}

export interface Sensor {
  readonly channel: string
  readonly modality: string
}

export interface SceneTables {
  readonly scenes: ReadonlyArray<SceneRow>
  readonly losses: Losses
  readonly categories: ReadonlyArray<number>
  readonly attributes: ReadonlyMap<string, string>
  /** Levels by their tokens. */
  readonly visibilities: ReadonlyMap<string, string>
  readonly sensors: ReadonlyMap<string, Sensor>
  readonly calibrations: Table
  readonly poses: Table
  readonly samples: Table
  readonly data: Table
  readonly instances: Table
  readonly annotations: Table
  readonly samplesOf: Groups
  readonly dataOf: Groups
  readonly annotationsOf: Groups
}

/** Opens all tables below a folder of a source. */
export const openTables = async (
  source: Source,
  folder: string,
  dataset: Dataset,
  losses: Losses,
): Promise<SceneTables> => {
  const path = (table: string) => `${folder}${table}.json`
  const ids = new Map(dataset.categories.map(({ id, name }) => [name, id]))
  const categoryIds = new Map<string, number>()
  const parts = new PartReader(losses, "records")
  await forEachRow(source, path("category"), (row) =>
    parts.read(() => {
      const name = row.at("name")
      categoryIds.set(
        row.at("token").text(),
        ids.get(name.text()) ?? name.fail("is not a category of annotary.jsonl."),
      )
    }),
  )
  const attributes = new Map<string, string>()
  // Tables of names are optional: what refers to a missing one is counted where it stands.
  if (source.has(path("attribute")))
    await forEachRow(source, path("attribute"), (row) =>
      parts.read(() => void attributes.set(row.at("token").text(), row.at("name").text())),
    )
  const levels = new Map<string, string>(visibilities.map(({ level, token }) => [token, level]))
  if (source.has(path("visibility")))
    await forEachRow(source, path("visibility"), (row) =>
      parts.read(() => void levels.set(row.at("token").text(), row.at("level").text())),
    )
  const sensors = new Map<string, Sensor>()
  await forEachRow(source, path("sensor"), (row) =>
    parts.read(
      () =>
        void sensors.set(row.at("token").text(), {
          channel: row.at("channel").text(),
          modality: row.at("modality").text(),
        }),
    ),
  )
  const scenes: Array<SceneRow> = []
  const sceneTable = await Table.open(source, path("scene"), losses, (row, number) =>
    scenes.push({ token: row.at("token").text(), name: row.at("name").text(), number }),
  )
  const sceneOf: Array<number> = []
  const samples = await Table.open(source, path("sample"), losses, (row) =>
    sceneOf.push(sceneTable.find(row.at("scene_token"))),
  )
  const sampleOfData: Array<number> = []
  const data = await Table.open(source, path("sample_data"), losses, (row) =>
    sampleOfData.push(row.at("is_key_frame").truth() ? samples.find(row.at("sample_token")) : -1),
  )
  const categories: Array<number> = []
  const instances = await Table.open(source, path("instance"), losses, (row) => {
    const token = row.at("category_token")
    categories.push(categoryIds.get(token.text()) ?? token.fail("refers to no category."))
  })
  const sampleOf: Array<number> = []
  const annotations = await Table.open(source, path("sample_annotation"), losses, (row) =>
    sampleOf.push(samples.find(row.at("sample_token"))),
  )
  return {
    scenes,
    losses,
    categories,
    attributes,
    visibilities: levels,
    sensors,
    calibrations: await Table.open(source, path("calibrated_sensor"), losses, (row) =>
      countOtherFields(row, calibrationFields, losses),
    ),
    poses: await Table.open(source, path("ego_pose"), losses),
    samples,
    data,
    instances,
    annotations,
    samplesOf: new Groups(sceneOf, scenes.length),
    dataOf: new Groups(sampleOfData, samples.size),
    annotationsOf: new Groups(sampleOf, samples.size),
  }
}

const calibrationFields = new Set("token sensor_token translation rotation camera_intrinsic".split(" "))

/** Counts fields of a row that other tools add. */
export const countOtherFields = (row: Node, fields: ReadonlySet<string>, losses: Losses): void => {
  for (const key of row.keys()) if (!fields.has(key)) losses.add("unknown", row.at(key).place)
}

/** Reads an annotation: a cuboid with its values and its track. */
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { AttributeValue, Cuboid } from "../model/Scene.ts"
import { readAttribute } from "./attributes.ts"
import { readPose } from "./readRecordings.ts"
import { countOtherFields, type SceneTables } from "./SceneTables.ts"
import { unknownPoints } from "./writeScene.ts"

/** Reads an annotation, in the frame of the world. `tracks` has the ids of the tracks of the scene so far. */
export const readCuboid = (
  tables: SceneTables,
  row: Node,
  id: number,
  tracks: Map<number, number>,
): Cuboid => {
  const { attributes, categories, instances, losses, visibilities: levels } = tables
  countOtherFields(row, annotationFields, losses)
  const instance = instances.find(row.at("instance_token"))
  const [width = 0, length = 0, height = 0] = row.at("size").numbers(3)
  const { position, rotation } = readPose(row)
  const values: Array<readonly [string, AttributeValue]> = []
  const parts = new PartReader(losses, "attribute-value")
  const readCount = (key: string, absent: number) =>
    parts.read(() => row.at(key).or(absent, (count) => count.whole())) ?? absent
  const points = readCount("num_lidar_pts", unknownPoints)
  const radarPoints = readCount("num_radar_pts", 0)
  for (const token of row.at("attribute_tokens").or([], (list) => list.items()))
    parts.read(() =>
      values.push(readAttribute(attributes.get(token.text()) ?? token.fail("refers to no attribute."))),
    )
  const level = parts.read(() => row.at("visibility_token").or("", (token) => token.text())) ?? ""
  const trackId = tracks.get(instance) ?? tracks.size + 1
  tracks.set(instance, trackId)
  const visibility = parts.read(() => (level === "" ? undefined : (levels.get(level) ?? failLevel(row))))
  return {
    type: "cuboid",
    id,
    categoryId: categories[instance] ?? 0,
    trackId,
    isKeyframe: true,
    attributes: {
      ...Object.fromEntries(values),
      ...(visibility !== undefined && { visibility }),
      ...(points !== unknownPoints && { interior_points: points }),
      ...(radarPoints > 0 && { radar_points: radarPoints }),
    },
    isSynced: false,
    position,
    dimensions: { x: length, y: width, z: height },
    yaw: 0,
    rotation,
  }
}

const failLevel = (row: Node): never => row.at("visibility_token").fail("refers to no visibility.")

const annotationFields = new Set(
  "token sample_token instance_token visibility_token attribute_tokens translation size rotation prev next num_lidar_pts num_radar_pts".split(
    " ",
  ),
)

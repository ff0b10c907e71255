/** Scenes of an export with the names that their files had. */
import { getImageEnding } from "../files/paths.ts"
import type { Scene } from "../model/Scene.ts"
import { type ExportNames, getMetadataFile } from "./ExportNames.ts"

/** A sample of one image whose metadata says its file gets paths of that name, with the ending as it was. Others stay as they are. */
export const withFileNames = (scene: Scene, names: ExportNames): Scene => {
  const file = getMetadataFile(scene.metadata)
  const [frame] = scene.frames
  if (file === undefined || scene.isSequence || scene.sensor !== null || frame?.image == null) return scene
  const ending = getImageEnding(file)
  const image = ending === "" ? frame.image : { ...frame.image, ending }
  return { ...scene, file, exportPaths: names.assignPaths(scene, file), frames: [{ ...frame, image }] }
}

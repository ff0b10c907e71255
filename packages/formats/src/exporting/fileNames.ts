/** Scenes of an export with the names that their files had. */
import { imageEndingOf } from "../files/paths.ts"
import type { Scene } from "../model/Scene.ts"
import { type ExportNames, fileOfMetadata } from "./ExportNames.ts"

/** A sample of one image whose metadata says its file gets paths of that name, with the ending as it was. Others stay as they are. */
export const withFileNames = (scene: Scene, names: ExportNames): Scene => {
  const file = fileOfMetadata(scene.metadata)
  const [frame] = scene.frames
  if (file === undefined || scene.isSequence || scene.sensor !== null || frame?.image == null) return scene
  const ending = imageEndingOf(file)
  const image = ending === "" ? frame.image : { ...frame.image, ending }
  return { ...scene, file, exportPaths: names.pathsOf(scene, file), frames: [{ ...frame, image }] }
}

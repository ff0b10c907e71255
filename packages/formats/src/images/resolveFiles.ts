/** The images and point clouds of a scene by their paths among the files, for formats whose records name them. */
import type { Scene } from "../model/Scene.ts"
import type { ImageResolver } from "./ImageResolver.ts"

/** A file that is not there keeps its name: URLs may lead to it. */
export const resolveFiles = (scene: Scene, resolver: ImageResolver, record: string): Scene => {
  const findPath = (name: string, noun?: string): string =>
    resolver.find({ name, record, ...(noun !== undefined && { noun }) }) ?? name
  return {
    ...scene,
    frames: scene.frames.map((frame) => ({
      ...frame,
      image: frame.image && { ...frame.image, url: findPath(frame.image.url) },
      cloud: frame.cloud && { ...frame.cloud, url: findPath(frame.cloud.url, "point cloud") },
      cameras: frame.cameras.map((camera) =>
        camera.url === null ? camera : { ...camera, url: findPath(camera.url) },
      ),
    })),
  }
}

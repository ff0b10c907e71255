/**
 * `annotary.jsonl`, beside the files of formats that have no place for names, ids or all digits of timestamps. Its first line is the
 * dataset, each other line a scene. Readers of other tools ignore it; without it, ours reads the files as those of another tool.
 */
import type { OutputFile, Target } from "../files/Target.ts"
import { toSkeletonJson } from "../model/configuration.ts"
import type { Dataset } from "../model/Dataset.ts"
import type { Camera, Frame, Scene, Size } from "../model/Scene.ts"

export const sidePath = "annotary.jsonl"

/** A format carries this by the side file alone. */
export const carriedBeside = {
  ids: true,
  categoryIds: true,
  categoryColors: true,
  definitions: true,
  timestamps: "exact",
} as const

/** The annotations of a frame refer to these, as placed. */
export interface PlacedFiles {
  readonly file: string | null
  readonly cameras: ReadonlyArray<string | null>
}

export class SideFile {
  readonly #file: OutputFile

  private constructor(file: OutputFile) {
    this.#file = file
  }

  static async open(target: Target, dataset: Dataset): Promise<SideFile> {
    const file = await target.open(sidePath)
    const { categories, description, imageAttributes, name, taskType } = dataset
    await file.write(
      line({
        name,
        description,
        task_type: taskType,
        categories: categories.map(({ attributes, color, hasInstances, id, name: category, skeleton }) => ({
          id,
          name: category,
          ...(color !== null && { color }),
          ...(!hasInstances && { has_instances: false }),
          ...(attributes.length > 0 && { attributes }),
          ...(skeleton && { skeleton: toSkeletonJson(skeleton) }),
        })),
        ...(imageAttributes.length > 0 && { image_attributes: imageAttributes }),
      }),
    )
    return new SideFile(file)
  }

  /** `key` finds the scene among the files of the format. The annotations are listed in the order in which the format has them. */
  async add(key: string, scene: Scene, placed: ReadonlyArray<PlacedFiles>): Promise<void> {
    const { frames, isSequence, kind, name, sensor, split } = scene
    await this.#file.write(
      line({
        key,
        name,
        ...(sensor !== null && { sensor }),
        kind,
        is_sequence: isSequence,
        ...(split !== null && { split }),
        frames: frames.map((frame, index) => toSideFrame(frame, placed[index])),
      }),
    )
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`

const toSideFrame = (frame: Frame, placed: PlacedFiles | undefined) => {
  const { annotations, cameras, cloud, image, name, timestamp } = frame
  return {
    ...(name !== null && { name }),
    ...(timestamp !== null && { timestamp }),
    ...(image !== null && { image: { url: placed?.file ?? image.url, ...toSides(image.size) } }),
    ...(cloud !== null && { cloud: { url: placed?.file ?? cloud.url, type: cloud.type } }),
    ...(cameras.length > 0 && {
      cameras: cameras.map((camera, index) => toSideCamera(camera, placed?.cameras[index] ?? null)),
    }),
    ids: annotations.map(({ id }) => id),
    ...(annotations.some(({ trackId }) => trackId !== null) && {
      tracks: annotations.map(({ trackId }) => trackId),
    }),
  }
}

const toSideCamera = ({ convention, name, size, url }: Camera, placed: string | null) => ({
  ...(name !== null && { name }),
  ...(url !== null && { url: placed ?? url }),
  ...toSides(size),
  convention,
})

const toSides = (size: Size | null) => (size === null ? {} : { width: size.width, height: size.height })

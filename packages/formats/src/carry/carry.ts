/** Reduces a dataset and its scenes to what a format can carry, and counts what is left out. Writers then write all that remains. */
import { isFinished } from "@annotary/core/check"
import { assignTracks } from "../model/assignTracks.ts"
import type { Dataset } from "../model/Dataset.ts"
import type { Scene } from "../model/Scene.ts"
import { openRunsBeforeGaps } from "../model/trackRuns.ts"
import type { Abilities } from "./Abilities.ts"
import { type Carrying, findSkeletons, listInputTypes, mapDefinitions } from "./Carrying.ts"
import { carryDataset } from "./carryDataset.ts"
import { carryFrame } from "./carryFrame.ts"
import { carryLinks } from "./carryLinks.ts"
import type { Losses } from "./Losses.ts"

export interface Carried {
  readonly dataset: Dataset
  readonly scenes: AsyncIterable<Scene>
}

export const carry = (
  dataset: Dataset,
  scenes: AsyncIterable<Scene>,
  abilities: Abilities,
  losses: Losses,
): Carried => {
  const categoryIds = new Map(
    dataset.categories.map(({ id }, index) => [id, abilities.categoryIds ? id : index + 1]),
  )
  return {
    dataset: carryDataset(dataset, abilities, losses),
    scenes: carryScenes(scenes, {
      abilities,
      categoryIds,
      definitions: mapDefinitions(dataset),
      frameDefinitions: listInputTypes(dataset.imageAttributes),
      skeletons: findSkeletons(dataset),
      losses,
    }),
  }
}

async function* carryScenes(scenes: AsyncIterable<Scene>, carrying: Carrying): AsyncGenerator<Scene> {
  const { abilities, losses } = carrying
  for await (const scene of scenes) {
    if (!abilities.kinds.includes(scene.kind)) {
      losses.add("kinds", scene.name)
      continue
    }
    const carriedScene = carryScene(narrowToSensor(scene, carrying), carrying)
    for (const part of splitScene(carriedScene, carrying)) {
      if (abilities.emptySamples || part.frames.some(({ annotations }) => annotations.length > 0)) yield part
      else losses.add("empty-samples", part.name)
    }
  }
}

const narrowToSensor = (scene: Scene, { abilities, losses }: Carrying): Scene => {
  if (abilities.sensors || scene.sensor === null) return scene
  losses.add("sensors", scene.name)
  return { ...scene, name: `${scene.name}/${scene.sensor}`, sensor: null }
}

const carryScene = (given: Scene, carrying: Carrying): Scene => {
  const { abilities, losses } = carrying
  // Tracks are those of all sensors of a sample, which the writer has together.
  const isWhole = !abilities.sensors || given.sensor === null
  const numbered = given.isSequence && isWhole ? assignSceneTracks(given, carrying) : given
  const scene = abilities.tracks && !abilities.keyframes ? openRunsBeforeGaps(numbered) : numbered
  const dropUnsupported = <A>(
    kind: "links" | "splits" | "metadata",
    given: A,
    isEmpty: boolean,
    empty: A,
  ): A => {
    if (isEmpty || abilities[kind]) return given
    losses.add(kind, scene.name)
    return empty
  }
  if (!abilities.statuses && !isFinished(scene.status ?? "LABELED")) losses.add("statuses", scene.name)
  const ids = new Map<number, number>()
  const frames = scene.frames.map((frame, index) => carryFrame(frame, scene, index, carrying, ids))
  return {
    ...scene,
    metadata: dropUnsupported("metadata", scene.metadata, !hasOtherMetadata(scene), {}),
    split: dropUnsupported("splits", scene.split, scene.split === null, null),
    links: carryLinks(scene, carrying, ids),
    frames,
  }
}

/** Whether there is more than the set and the file, which exports carry by names of files. */
const hasOtherMetadata = ({ file, metadata, split }: Scene): boolean =>
  Object.keys(metadata).some(
    (key) => !(key === "split" && metadata.split === split) && !(key === "file" && metadata.file === file),
  )

/** Splits a sequence into samples, or makes a single sample a sequence of one frame. */
const splitScene = (scene: Scene, carrying: Carrying): ReadonlyArray<Scene> => {
  const { abilities, losses } = carrying
  if (scene.isSequence && abilities.sequences === "frames") {
    losses.add("scenes", scene.name)
    return scene.frames.map((frame, index) => ({
      ...scene,
      name: `${scene.name}/${frame.name ?? String(index).padStart(6, "0")}`,
      isSequence: false,
      frames: [{ ...frame, name: null }],
      links: [],
    }))
  }
  if (scene.isSequence || abilities.singles) return [scene]
  losses.add("singles", scene.name)
  return [assignSceneTracks({ ...scene, isSequence: true }, carrying)]
}

/** In a sequence every annotation has a track, where the format has tracks and cannot say that there is none. */
const assignSceneTracks = (scene: Scene, { abilities, losses }: Carrying): Scene => {
  if (!abilities.tracks || abilities.emptyTracks === true) return scene
  const [numbered = scene] = assignTracks([scene], ({ name }) => losses.add("track-ids", name))
  return numbered
}

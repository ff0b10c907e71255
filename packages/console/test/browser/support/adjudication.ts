/** Samples that several people have labeled, and the page of the reviewer who decides between their labels. */
import type { Page } from "playwright-core"
import type { testBed } from "./bed.ts"
import { bitmapFile, storedAsset } from "./bitmap.ts"
import { signedIn } from "./browser.ts"
import { makeDataset } from "./dataset.ts"
import { demandSoundEverywhere, type Visit } from "./pages.ts"
import { takePicture } from "./takePictures.ts"

export type Box = readonly [category: number, x: number, y: number, size: number]

export const toAnnotations = (boxes: ReadonlyArray<Box>) =>
  boxes.map(([category_id, x, y, size], index) => ({
    id: index + 1,
    category_id,
    type: "bbox",
    points: [
      [x, y],
      [x + size, y + size],
    ],
  }))

/** A car that both have, an object with two categories, and one that each has alone. */
export const ofAnn: ReadonlyArray<Box> = [
  [1, 100, 100, 120],
  [1, 400, 100, 100],
  [2, 600, 300, 80],
]
export const ofBen: ReadonlyArray<Box> = [
  [1, 104, 102, 120],
  [2, 402, 100, 100],
]

const text = (name: string) => ({ name, input_type: "text" })

/** Cars and people with a color and a note; images with the weather. */
const configuration = {
  format_version: "0.1",
  categories: ["car", "person"].map((name, index) => ({
    id: index + 1,
    name,
    color: [
      [46, 160, 255],
      [255, 120, 80],
    ][index],
    attributes: [text("color"), text("note")],
  })),
  image_attributes: [text("weather")],
}

interface Labels {
  readonly name: string
  /** The attributes of the label of each person. */
  readonly labels?: ReadonlyArray<object>
  readonly taskType?: string
  /** Further settings of the dataset. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The attributes of the sample. */
  readonly sample?: object
}

export const toLabel = (boxes: ReadonlyArray<Box>) => ({
  format_version: "0.1",
  annotations: toAnnotations(boxes),
})

/** A dataset with one sample that people have labeled, and the review page of a reviewer. */
export const openReview = async (
  bed: ReturnType<typeof testBed>,
  { labels = [toLabel(ofAnn), toLabel(ofBen)], name, sample, settings, taskType = "vector" }: Labels,
) => {
  const { server } = bed
  const people = labels.map((_, index) => `${name}-${index}`)
  const keys: Array<string> = []
  for (const person of people) keys.push(await server.person(person))
  const reviewerKey = await server.person(`${name}-reviewer`)
  const dataset = await makeDataset(server, {
    name,
    samples: sample === undefined ? 1 : 0,
    settings: { overlap: labels.length, task_type: taskType, task_attributes: configuration, ...settings },
    collaborators: {
      ...Object.fromEntries(people.map((person) => [person, "labeler"] as const)),
      [`${name}-reviewer`]: "reviewer",
    },
  })
  if (sample !== undefined)
    await server.call("POST", `/datasets/${dataset}/samples/`, { name: "drive", attributes: sample })
  for (const [index, attributes] of labels.entries()) {
    const [claim] = (await server.call(
      "POST",
      `/datasets/${dataset}/queue/labeling/claim/`,
      { count: 1 },
      keys[index],
    )) as [{ claim_id: string }]
    const comment = index === 1 ? "The person may be a statue." : undefined
    await server.call("POST", `/claims/${claim.claim_id}/submit/`, { attributes, comment }, keys[index])
  }
  const visit = await signedIn(bed.browser, server, reviewerKey)
  await visit.page.goto(`${server.origin}/console/d/${dataset}/review`)
  await seesLetter(visit.page, "A")
  return { visit, page: visit.page, dataset, people }
}

/** The ground truth, and the person whose label was accepted. */
export const readDecision = async ({ server }: ReturnType<typeof testBed>, dataset: string) => {
  const [sample] = (await server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
  const truth = (await server.call("GET", `/labels/${sample.uuid}/ground-truth/`)) as {
    readonly label_status: string
    readonly attributes: { readonly annotations?: ReadonlyArray<{ readonly category_id: number }> }
  }
  const overlap = (await server.call("GET", `/samples/${sample.uuid}/overlap/`)) as {
    readonly accepted: string
    readonly labels: ReadonlyArray<{ readonly letter: string; readonly labeler: string }>
  }
  return {
    status: truth.label_status,
    labeler: overlap.labels.find(({ letter }) => letter === overlap.accepted)?.labeler,
    categories: truth.attributes.annotations?.map(({ category_id }) => category_id),
  }
}

export const seesLetter = (page: Page, letter: string) =>
  page
    .locator(`section[aria-label^="Labels of"] button[aria-pressed=true]`)
    .getByText(letter, { exact: true })
    .waitFor()

/** The cuboids of a frame: each with its id and the place of its center on the first axis. */
type Cuboids = ReadonlyArray<readonly [id: number, x: number]>

/** The label of a drive, with the cuboids of each frame. */
export const makeDrive = (...frames: ReadonlyArray<Cuboids>) => ({
  format_version: "0.2",
  frames: frames.map((cuboids) => ({
    annotations: cuboids.map(([id, x]) => ({
      id,
      track_id: id,
      category_id: 1,
      type: "cuboid",
      is_keyframe: true,
      position: { x, y: 0, z: 1 },
      dimensions: { x: 4, y: 2, z: 2 },
      yaw: 0.2,
    })),
  })),
})

/** The label of a bitmap of 800 × 500 pixels, which is stored as an asset. */
export const makeBitmapLabel = async (
  { server }: ReturnType<typeof testBed>,
  name: string,
  idAt: (x: number, y: number) => number,
  ids: ReadonlyArray<number> = [1],
) => ({
  format_version: "0.1",
  annotations: ids.map((id) => ({ id, category_id: 1 })),
  segmentation_bitmap: { url: await storedAsset(server, `${name}.png`, bitmapFile(800, 500, idAt)) },
})

/** Demands that the page is sound in both schemes and sizes, with pictures where the environment names a folder for them. */
export const showEverywhere = (visit: Visit, name: string): Promise<void> =>
  demandSoundEverywhere(visit, async (scheme) => {
    await takePicture(visit.page, `${name}-${scheme}`)
  })

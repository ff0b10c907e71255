/** Clouds whose points are segmented: their scenes, their datasets, and where their points are on the screen. */
import type { Page } from "playwright-core"
import { pcdOf, seeded } from "./clouds.ts"
import type { TestServer } from "./server.ts"

/** A place of the view in pixels. */
export type Place = readonly [across: number, down: number]

/** Points of the plane, and of each block. */
export const [plain, block] = [6000, 1500] as const
export const scenePoints = plain + 2 * block

/** A plane with two blocks on it: four numbers for each point, in the order of the file. Seeded. */
export const sceneOf = (seed: number): Float32Array => {
  const random = seeded(seed)
  const values: Array<number> = []
  const add = (x: number, y: number, z: number) => values.push(x, y, z, random() * 100)
  for (let left = plain; left > 0; left -= 1) add(random() * 80 - 40, random() * 60 - 30, 0)
  for (const [x, y] of [
    [-14, 6],
    [14, -6],
  ] as const)
    for (let left = block; left > 0; left -= 1)
      add(x + random() * 8 - 4, y + random() * 8 - 4, random() * 2.5)
  return Float32Array.from(values)
}

interface Segmented {
  readonly name: string
  readonly frames?: number
  /** The attributes of the label that is there before. */
  readonly label?: object
  readonly settings?: object
}

/** A dataset with one sample of clouds whose points are segmented, and the key of a labeler. */
export const makePoints = async (server: TestServer, { frames = 1, label, name, settings }: Segmented) => {
  const sequence = frames > 1
  await server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type: sequence ? "pointcloud-segmentation-sequence" : "pointcloud-segmentation",
    enable_save_button: true,
    task_attributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "car", color: [46, 160, 255] },
        { id: 2, name: "tree", color: [70, 200, 90] },
        { id: 3, name: "ground", color: [190, 140, 90], has_instances: false },
      ],
    },
    ...settings,
  })
  const scenes = Array.from({ length: frames }, (_, frame) => sceneOf(frame + 1))
  const pcds = scenes.map((scene, frame) => ({
    pcd: { url: server.file(`${name}/${frame}.pcd`, () => pcdOf(scene)), type: "pcd" },
  }))
  const made = await server.call("POST", `/datasets/admin/${name}/samples/`, {
    name: "scene",
    attributes: sequence ? { frames: pcds } : pcds[0],
  })
  if (typeof made !== "object" || made === null || !("uuid" in made)) throw new Error("There is no sample.")
  const uuid = String(made.uuid)
  if (label !== undefined)
    await server.call("PUT", `/labels/${uuid}/ground-truth/`, {
      label_status: "PRELABELED",
      attributes: label,
    })
  const user = `labeler-${name}`
  const key = await server.person(user)
  await server.call("POST", `/datasets/admin/${name}/collaborators/`, { user, role: "labeler" })
  return { dataset: `admin/${name}`, scenes, uuid, key }
}

export interface StoredPoints {
  readonly annotations: ReadonlyArray<{
    readonly id: number
    readonly category_id: number
    readonly track_id?: number
  }>
  readonly point_annotations: ReadonlyArray<number>
}

/** The attributes of the stored label. */
export const storedPoints = async (
  server: TestServer,
  uuid: string,
): Promise<StoredPoints & { readonly frames: ReadonlyArray<StoredPoints> }> => {
  const label = await server.call("GET", `/labels/${uuid}/ground-truth/`)
  // Cast: the tests compare what they read here.
  return (label as { attributes: StoredPoints & { frames: ReadonlyArray<StoredPoints> } }).attributes
}

/** Opens the sample in its queue, and waits until its points are there. */
export const openPoints = async (page: Page, server: TestServer, dataset: string): Promise<void> => {
  await page.goto(`${server.origin}/console/d/${dataset}/label`)
  await page.locator("[data-unassigned]").waitFor()
}

/** The number of points without an object, as the panel says. */
export const unassigned = async (page: Page): Promise<number> =>
  Number(await page.locator("[data-unassigned]").getAttribute("data-unassigned"))

/** Where the main view is on the page. */
export const viewOf = async (page: Page) => {
  const box = await page.locator("[data-view=main]").boundingBox()
  if (box === null) throw new Error("There is no view.")
  return box
}

/** Drags through places of the view. */
export const drag = async (
  page: Page,
  [first = [0, 0], ...others]: ReadonlyArray<Place>,
  button: "left" | "right" = "left",
): Promise<void> => {
  const { x, y } = await viewOf(page)
  await page.mouse.move(x + first[0], y + first[1])
  await page.mouse.down({ button })
  for (const [across, down] of others) await page.mouse.move(x + across, y + down)
  await page.mouse.up({ button })
}

/**
 * Where the points are in the view from right above that the workbench opens with: a frame around the whole scene, with a field of view
 * of 50°. Computed from the scene alone.
 */
export const pixelsOf = (
  scene: Float32Array,
  { height, width }: { readonly height: number; readonly width: number },
): ReadonlyArray<Place> => {
  let [x0, x1, y0, y1] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (let at = 0; at < scene.length; at += 4) {
    x0 = Math.min(x0, scene[at] ?? 0)
    x1 = Math.max(x1, scene[at] ?? 0)
    y0 = Math.min(y0, scene[at + 1] ?? 0)
    y1 = Math.max(y1, scene[at + 1] ?? 0)
  }
  const half = Math.tan((25 * Math.PI) / 180)
  const distance = (Math.max(y1 - y0, ((x1 - x0) * height) / width) * 1.06) / 2 / half
  return Array.from({ length: scene.length / 4 }, (_, point): Place => {
    const [x = 0, y = 0, z = 0] = scene.subarray(point * 4, point * 4 + 3)
    const scale = height / 2 / half / (distance - z)
    return [width / 2 + (x - (x0 + x1) / 2) * scale, height / 2 - (y - (y0 + y1) / 2) * scale]
  })
}

/** The middle of a block on the screen. */
export const middleOf = (pixels: ReadonlyArray<Place>, which: 0 | 1): Place => {
  const of = pixels.slice(plain + which * block, plain + (which + 1) * block)
  const mean = (axis: 0 | 1) => Math.round(of.reduce((sum, place) => sum + place[axis], 0) / of.length)
  return [mean(0), mean(1)]
}

/** A round line around a place. */
export const roundLine = ([x, y]: Place, radius: number): ReadonlyArray<Place> =>
  Array.from({ length: 40 }, (_, index) => {
    const angle = (index / 40) * 2 * Math.PI
    return [Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle))] as const
  })

/** Whether a place is inside of a closed line, by the number of sides on a ray to the right. */
export const isInside = (line: ReadonlyArray<Place>, [x, y]: Place): boolean => {
  let inside = false
  for (const [index, [x0, y0]] of line.entries()) {
    const [x1, y1] = line[(index + 1) % line.length] ?? [x0, y0]
    if (y0 > y !== y1 > y && x < x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)) inside = !inside
  }
  return inside
}

/** How far a place is from a closed line. */
export const distanceTo = (line: ReadonlyArray<Place>, [x, y]: Place): number =>
  Math.min(
    ...line.map(([x0, y0], index) => {
      const [x1, y1] = line[(index + 1) % line.length] ?? [x0, y0]
      const [dx, dy] = [x1 - x0, y1 - y0]
      const length = dx * dx + dy * dy
      const share = length === 0 ? 0 : Math.min(Math.max(((x - x0) * dx + (y - y0) * dy) / length, 0), 1)
      return Math.hypot(x - x0 - share * dx, y - y0 - share * dy)
    }),
  )

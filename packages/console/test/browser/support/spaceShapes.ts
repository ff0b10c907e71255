/** Clouds in which shapes are drawn: their datasets, and where places of the ground are on the screen. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { calibrationOf, pictureOf, type TestCamera } from "./cameras.ts"
import { pcdOf } from "./clouds.ts"
import { type Place, pixelsOf, sceneOf, viewOf } from "./points.ts"
import { sendText } from "./rawText.ts"
import type { TestServer } from "./server.ts"

const scene = sceneOf(1)

interface Stored {
  readonly annotations: ReadonlyArray<{
    readonly id: number
    readonly type: string
    readonly points: ReadonlyArray<ReadonlyArray<number>>
  }>
}

/** A square on the plane. */
export const corners = [
  [-30, 20],
  [-22, 20],
  [-22, 12],
  [-30, 12],
] as const

/** A dataset with one sample, and the key of a labeler. `label` is what is there before: an object, or the text of one. */
export const makeShapes = async (
  server: TestServer,
  name: string,
  {
    camera,
    frames = 1,
    label,
  }: { readonly frames?: number; readonly label?: object | string; readonly camera?: TestCamera } = {},
) => {
  await server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type: frames === 1 ? "pointcloud-vector" : "pointcloud-vector-sequence",
    enable_save_button: true,
    task_attributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "stripe", color: [46, 160, 255] },
        {
          id: 2,
          name: "curb",
          color: [255, 160, 60],
          attributes: [{ name: "material", input_type: "text", is_mandatory: frames > 1 }],
        },
      ],
    },
  })
  const clouds = Array.from({ length: frames }, (_, frame) => ({
    pcd: { url: server.file(`${name}/${frame}.pcd`, () => pcdOf(sceneOf(frame + 1))), type: "pcd" },
    ...(camera === undefined
      ? {}
      : {
          images: [
            {
              url: server.file(`${name}/${frame}.png`, () => pictureOf(camera, [])),
              row: 0,
              col: 0,
              ...calibrationOf(camera),
            },
          ],
        }),
  }))
  // Cast: the record of the sample.
  const { uuid } = (await server.call("POST", `/datasets/admin/${name}/samples/`, {
    name: "scene",
    attributes: frames === 1 ? clouds[0] : { frames: clouds },
  })) as { readonly uuid: string }
  if (label !== undefined) {
    const attributes = typeof label === "string" ? label : JSON.stringify(label)
    await sendText(
      server,
      "PUT",
      `/labels/${uuid}/ground-truth/`,
      `{"label_status":"PRELABELED","attributes":${attributes}}`,
    )
  }
  const key = await server.person(`labeler-${name}`)
  await server.call("POST", `/datasets/admin/${name}/collaborators/`, {
    user: `labeler-${name}`,
    role: "labeler",
  })
  return { dataset: `admin/${name}`, uuid, key }
}

// Cast: the tests compare what they read here.
export const storedShapes = async (server: TestServer, uuid: string): Promise<Stored> =>
  ((await server.call("GET", `/labels/${uuid}/ground-truth/`)) as { attributes: Stored }).attributes

export const openShapes = async (page: Page, server: TestServer, dataset: string): Promise<void> => {
  await page.goto(`${server.origin}/console/d/${dataset}/label`)
  await page.getByText("9,000 points").waitFor()
}

/** Where places of the ground are in the view from above, which stays as high when the views of a selection take from its width. */
export const pixelsAt = async (
  page: Page,
  places: ReadonlyArray<readonly [x: number, y: number]>,
): Promise<ReadonlyArray<Place>> => {
  const added = places.flatMap(([x, y]) => [x, y, 0, 0])
  const view = await viewOf(page)
  const opened = (await page.locator("[data-view=main]").locator("../..").boundingBox()) ?? view
  return pixelsOf(Float32Array.from([...scene, ...added]), opened)
    .slice(-places.length)
    .map(([across, down]): Place => [across - (opened.width - view.width) / 2, down])
}

export const press = async (page: Page, places: ReadonlyArray<readonly [number, number]>): Promise<void> => {
  const { x, y } = await viewOf(page)
  for (const [across, down] of await pixelsAt(page, places)) await page.mouse.click(x + across, y + down)
}

export const expectNear = (
  found: ReadonlyArray<ReadonlyArray<number>> | undefined,
  expected: ReadonlyArray<readonly [number, number]>,
) => {
  expect(found).toHaveLength(expected.length)
  // A pixel of this view is about 10 cm.
  for (const [index, [x, y]] of expected.entries()) {
    const [foundX = 0, foundY = 0, z = 9] = found?.[index] ?? []
    expect(Math.hypot(foundX - x, foundY - y)).toBeLessThan(0.15)
    expect(Math.abs(z)).toBeLessThan(0.05)
  }
}

/** Camera images below a cloud: what is drawn in them is where the camera sees it, and leads to the object. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { calibrationOf, imageSize, pictureOf, pixelOf, type TestCamera } from "../support/cameras.ts"
import { type Box, cloudOf, withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"

const bed = testBed()
const pictures = process.env.PICTURES

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
}

const frames = 3
const cameras: ReadonlyArray<TestCamera> = [
  { name: "front", at: [1.2, 0, 1.6], yaw: 0 },
  { name: "left", at: [0.8, 0.6, 1.6], yaw: Math.PI / 3 },
  { name: "right", at: [0.8, -0.6, 1.6], yaw: -Math.PI / 3 },
  { name: "rear", at: [-1, 0, 1.6], yaw: Math.PI },
]

const box = (x: number, y: number, yaw: number): Box => ({
  position: { x, y, z: 0.8 },
  dimensions: { x: 4.4, y: 1.9, z: 1.6 },
  yaw,
})

/** In the frame of the vehicle: ahead, farther ahead beside it, to the left, behind. The first comes nearer. */
const cars = (frame: number) => [
  box(14 - frame * 2, 1, 0.1),
  box(24, -4, 0.1),
  box(8, 9, 1.4),
  box(-12, 1, Math.PI - 0.1),
]

/** The vehicle drives and turns: its frame is not that of the world. */
const poseOf = (frame: number) => ({ x: 500 + frame * 2, y: -300 + frame, yaw: 0.5 + frame * 0.1 })

const inWorld = (frame: number) => {
  const { x, y, yaw } = poseOf(frame)
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  return cars(frame).map((car) => ({
    ...car,
    position: {
      x: x + car.position.x * c - car.position.y * s,
      y: y + car.position.x * s + car.position.y * c,
      z: car.position.z,
    },
    yaw: Math.atan2(Math.sin(car.yaw + yaw), Math.cos(car.yaw + yaw)),
  }))
}

const makeDrive = async (name: string): Promise<void> => {
  const { server } = bed
  await server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type: "pointcloud-cuboid-sequence",
    enable_save_button: true,
    task_attributes: {
      format_version: "0.1",
      categories: [{ id: 1, name: "car", color: [46, 160, 255], dimensions: { x: 4.2, y: 1.8, z: 1.5 } }],
    },
  })
  const numbers = Array.from({ length: frames }, (_, frame) => frame)
  const made = (await server.call("POST", `/datasets/admin/${name}/samples/`, {
    name: "drive",
    attributes: {
      frames: numbers.map((frame) => ({
        pcd: {
          url: server.file(`${name}/${frame}.pcd`, () =>
            cloudOf(cars(frame), { seed: frame + 1, ground: 6000, each: 700, reach: 40 }),
          ),
          type: "pcd",
        },
        ego_pose: {
          position: { x: poseOf(frame).x, y: poseOf(frame).y, z: 0 },
          heading: {
            qx: 0,
            qy: 0,
            qz: Math.sin(poseOf(frame).yaw / 2),
            qw: Math.cos(poseOf(frame).yaw / 2),
          },
        },
        images: [
          ...cameras.map((camera, column) => ({
            url: server.file(`${name}/${camera.name}-${frame}.png`, () => pictureOf(camera, cars(frame))),
            row: 0,
            col: column,
            ...calibrationOf(camera),
          })),
          { url: server.image("640x360"), row: 1, col: 0, name: "dashboard" },
        ],
      })),
    },
  })) as { readonly uuid: string }
  await server.call("PUT", `/labels/${made.uuid}/ground-truth/`, {
    label_status: "PRELABELED",
    attributes: {
      format_version: "0.2",
      frames: numbers.map((frame) => ({
        annotations: inWorld(frame).map((car, index) => ({
          id: index + 1,
          track_id: index + 1,
          is_keyframe: true,
          category_id: 1,
          type: "cuboid",
          attributes: {},
          ...car,
        })),
      })),
    },
  })
}

const opened = async (name: string, settings: { readonly scheme?: "dark" | "light" } = {}) => {
  await makeDrive(name)
  const { faults, page } = await signedIn(bed.browser, bed.server, adminKey, settings)
  await page.goto(`${bed.server.origin}/console/d/admin/${name}/label`)
  await page.getByText(/\d points$/).waitFor({ timeout: 60_000 })
  await loaded(page, "front")
  return { faults, page }
}

const tile = (page: Page, camera: string) => page.locator(`[data-camera=${camera}]`)
const loaded = (page: Page, camera: string) => page.locator(`[data-camera=${camera}][data-loaded]`).waitFor()

/** The keys of what is drawn in the image of a camera. */
const keysIn = (page: Page, camera: string): Promise<ReadonlyArray<string | null>> =>
  tile(page, camera)
    .locator("g[data-key]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-key")).sort())

/** The bounds of what is drawn for an object, in pixels of the image. */
const drawnBounds = (page: Page, camera: string, key: string) =>
  tile(page, camera)
    .locator(`g[data-key="${key}"] path`)
    .first()
    .evaluate((path) => {
      if (!(path instanceof SVGGraphicsElement)) throw new Error("It is not drawn.")
      const { height, width, x, y } = path.getBBox()
      return { left: x, top: y, right: x + width, bottom: y + height }
    })

/** The bounds of a car by the formula of the pinhole camera. */
const expectedBounds = (camera: TestCamera, { dimensions, position, yaw }: Box) => {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  const corners = [-0.5, 0.5].flatMap((u) =>
    [-0.5, 0.5].flatMap((v) =>
      [-0.5, 0.5].map((w) => {
        const [a, b] = [u * dimensions.x, v * dimensions.y]
        return pixelOf(camera, [
          position.x + a * c - b * s,
          position.y + a * s + b * c,
          position.z + w * dimensions.z,
        ])
      }),
    ),
  )
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner?.[axis] ?? Number.NaN))
  if (xs === undefined || ys === undefined) throw new Error("There are no corners.")
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

const cameraNamed = (name: string): TestCamera => {
  const found = cameras.find((camera) => camera.name === name)
  if (found === undefined) throw new Error(`There is no camera ${name}.`)
  return found
}

const car = (frame: number, index: number): Box => {
  const found = cars(frame)[index]
  if (found === undefined) throw new Error(`There is no car ${index}.`)
  return found
}

/** Presses the image of a camera where it shows a car. */
const pressCar = async (page: Page, camera: string, shown: Box, modifiers: ReadonlyArray<"Shift"> = []) => {
  const { bottom, left, right, top } = expectedBounds(cameraNamed(camera), shown)
  const area = tile(page, camera).locator("img").locator("..")
  await area.scrollIntoViewIfNeeded()
  const { height = 0, width = 0 } = (await area.boundingBox()) ?? {}
  const scale = Math.min(width / imageSize.width, height / imageSize.height)
  await area.click({
    modifiers: [...modifiers],
    position: {
      x: width / 2 + ((left + right) / 2 - imageSize.width / 2) * scale,
      y: height / 2 + ((top + bottom) / 2 - imageSize.height / 2) * scale,
    },
  })
}

const selectedKeys = (page: Page) =>
  page.getByRole("region", { name: "Objects" }).getByRole("button", { pressed: true }).allTextContents()

describe("the camera images of a frame", { timeout: 240_000 }, () => {
  it("show each cuboid where the camera sees it, and select it", async () => {
    const { faults, page } = await opened("cameras")
    for (const { name } of cameras) await loaded(page, name)
    expect(await keysIn(page, "front")).toEqual(["1", "2"])
    expect(await keysIn(page, "rear")).toEqual(["4"])
    expect(await keysIn(page, "left")).toEqual(["3"])
    expect(await keysIn(page, "right")).toEqual([])
    for (const [camera, index] of [
      ["front", 0],
      ["front", 1],
      ["rear", 3],
    ] as const) {
      const drawn = await drawnBounds(page, camera, String(index + 1))
      const expected = expectedBounds(cameraNamed(camera), car(0, index))
      for (const side of ["left", "top", "right", "bottom"] as const)
        expect(Math.abs(drawn[side] - expected[side])).toBeLessThan(0.5)
    }
    await picture(page, "cameras-light")
    expect(await violations(page)).toEqual([])
    // The images fill their places.
    for (const { name } of cameras) {
      const place = await tile(page, name).locator("img").locator("..").boundingBox()
      expect((place?.width ?? 0) / (place?.height ?? 1)).toBeCloseTo(16 / 9, 1)
    }
    await pressCar(page, "rear", car(0, 3))
    expect(await selectedKeys(page)).toHaveLength(1)
    expect(await tile(page, "rear").locator('g[data-look="selected"]').getAttribute("data-key")).toBe("4")
    await pressCar(page, "front", car(0, 0), ["Shift"])
    expect(await selectedKeys(page)).toHaveLength(2)
    // The views show the object that was selected first.
    await page.getByRole("heading", { name: "2 objects" }).waitFor()
    await page.getByRole("application").focus()
    await page.keyboard.press("m")
    await page.getByText("Track 4 · car").waitFor()
    await page.keyboard.press("m")
    await loaded(page, "front")
    await pressCar(page, "front", car(0, 1))
    expect(await tile(page, "front").locator('g[data-look="selected"]').getAttribute("data-key")).toBe("2")
    expect(await tile(page, "rear").locator('g[data-look="selected"]').count()).toBe(0)
    await picture(page, "cameras-selected")
    // A press beside everything selects nothing.
    await tile(page, "right").locator("img").locator("..").click()
    expect(await selectedKeys(page)).toEqual([])
    await tile(page, "dashboard").getByText("Not calibrated").waitFor()
    expect(await keysIn(page, "dashboard")).toEqual([])
    expect(withoutDriver(faults)).toEqual([])
  })

  it("follow the frame and every edit, are shown large one at a time, and hidden with a key", async () => {
    const { faults, page } = await opened("frames", { scheme: "dark" })
    await page.keyboard.press("ArrowRight")
    await page.getByText("2 of 3").waitFor()
    await loaded(page, "front")
    const source = await tile(page, "front").locator("img").getAttribute("src")
    expect(source).toMatch(/front-1\.png$/)
    const near = expectedBounds(cameraNamed("front"), car(1, 0))
    expect(Math.abs((await drawnBounds(page, "front", "1")).left - near.left)).toBeLessThan(0.5)
    await page.getByRole("button", { name: "Enlarge front" }).click()
    expect(await page.locator("[data-camera]").count()).toBe(1)
    await pressCar(page, "front", car(1, 0))
    const before = await drawnBounds(page, "front", "1")
    await picture(page, "camera-large")
    expect(await violations(page)).toEqual([])
    await page.getByRole("application").focus()
    await page.keyboard.press("Shift+r")
    const lifted = await drawnBounds(page, "front", "1")
    expect(lifted.top).toBeLessThan(before.top - 10)
    await page.keyboard.press("Control+z")
    expect((await drawnBounds(page, "front", "1")).top).toBeCloseTo(before.top, 3)
    // The wheel zooms the large image, and what is drawn stays on it.
    const area = await tile(page, "front").locator("img").locator("..").boundingBox()
    if (area === null) throw new Error("There is no image.")
    await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2)
    const scaleOf = () =>
      tile(page, "front")
        .locator("img")
        .evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a)
    const small = await scaleOf()
    await page.mouse.wheel(0, -400)
    await expect.poll(scaleOf, { timeout: 20_000 }).toBeGreaterThan(small * 1.3)
    await picture(page, "camera-zoomed")
    await page.getByRole("button", { name: "Show all cameras" }).click()
    await page.locator("[data-camera=rear]").waitFor()
    expect(await page.locator("[data-camera]").count()).toBe(5)
    await page.getByRole("application").focus()
    await page.keyboard.press("p")
    expect(await page.locator("[data-camera]").count()).toBe(0)
    await page.getByRole("checkbox", { name: "Cameras" }).check()
    await loaded(page, "front")
    await page.setViewportSize({ width: 390, height: 844 })
    // The cloud is drawn again in its new size.
    await expect
      .poll(
        () =>
          page
            .locator("canvas")
            .evaluate((canvas) => canvas instanceof HTMLCanvasElement && canvas.width === canvas.clientWidth),
        { timeout: 20_000 },
      )
      .toBe(true)
    await picture(page, "cameras-phone")
    expect(withoutDriver(faults)).toEqual([])
  })

  it("say when an image does not load, while the others are there", async () => {
    await makeDrive("broken")
    const { page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.route("**/broken/left-0.png", (route) => route.fulfill({ status: 404, body: "" }))
    await page.goto(`${bed.server.origin}/console/d/admin/broken/label`)
    await tile(page, "left").getByText("could not be loaded.").waitFor({ timeout: 60_000 })
    await loaded(page, "front")
    expect(await keysIn(page, "left")).toEqual([])
    expect(await keysIn(page, "front")).toEqual(["1", "2"])
  })

  it("are drawn over with the points of the cloud where the camera sees them, near ones in other colors, until they are hidden", async () => {
    const { faults, page } = await opened("points")
    const layer = tile(page, "front").locator("canvas")
    expect(await layer.count()).toBe(0)
    await page.getByRole("checkbox", { name: "Camera images with points" }).check()
    await layer.waitFor()
    expect(Number(await layer.getAttribute("data-points"))).toBeGreaterThan(500)
    // What the camera behind sees is another part of the cloud, and an image without calibration gets nothing.
    await tile(page, "rear").locator("canvas").waitFor()
    expect(await tile(page, "dashboard").locator("canvas").count()).toBe(0)
    /** The points in a part of the image, with the mean of their colors. */
    const drawnIn = (left: number, top: number, right: number, bottom: number) =>
      layer.evaluate(
        (element, [x0, y0, x1, y1, width, height]) => {
          if (!(element instanceof HTMLCanvasElement)) throw new Error("There is no canvas.")
          // The image is as wide as its tile, or as high.
          const scale = Math.min(element.width / width, element.height / height)
          const [dx, dy] = [(element.width - width * scale) / 2, (element.height - height * scale) / 2]
          // To read the canvas itself several times would be reported in the console.
          const copy = new OffscreenCanvas(element.width, element.height)
          const context = copy.getContext("2d", { willReadFrequently: true })
          context?.drawImage(element, 0, 0)
          const { data } = context?.getImageData(
            dx + x0 * scale,
            dy + y0 * scale,
            (x1 - x0) * scale,
            (y1 - y0) * scale,
          ) ?? { data: [] }
          let [red, blue, lit] = [0, 0, 0]
          for (let at = 0; at < data.length; at += 4) {
            if ((data[at + 3] ?? 0) < 128) continue
            lit += 1
            red += data[at] ?? 0
            blue += data[at + 2] ?? 0
          }
          return {
            share: lit / Math.max(data.length / 4, 1),
            red: red / Math.max(lit, 1),
            blue: blue / Math.max(lit, 1),
          }
        },
        [left, top, right, bottom, imageSize.width, imageSize.height] as const,
      )
    const [front] = cameras
    const [near, farther] = cars(0)
    if (front === undefined || near === undefined || farther === undefined)
      throw new Error("There are no cars.")
    const around = (car: Box) => {
      const { x, y, z } = car.position
      const [column, row] = pixelOf(front, [x, y, z]) ?? [0, 0]
      return drawnIn(column - 8, row - 8, column + 8, row + 8)
    }
    const [first, second] = [await around(near), await around(farther)]
    expect(first.share).toBeGreaterThan(0.2)
    expect(second.share).toBeGreaterThan(0.2)
    // The near end of the scale is yellow, the far one blue.
    expect(first.red - first.blue).toBeGreaterThan(second.red - second.blue + 20)
    // The sky has no points.
    expect((await drawnIn(0, 0, imageSize.width, 80)).share).toBe(0)
    await picture(page, "cameras-points")
    expect(await violations(page)).toEqual([])
    // The next frame has other points.
    const before = await layer.getAttribute("data-points")
    await page.getByRole("application").focus()
    await page.keyboard.press("ArrowRight")
    await page.getByText(`2 of ${frames}`).waitFor()
    await loaded(page, "front")
    await expect.poll(() => layer.getAttribute("data-points")).not.toBe(before)
    await page.keyboard.press("Shift+p")
    await layer.waitFor({ state: "detached" })
    expect(withoutDriver(faults)).toEqual([])
  })
})

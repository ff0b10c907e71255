/** The clouds of several sensors as one. */
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import type { Cloud, Vector } from "../../../../src/workbench/clouds/formats/Cloud.ts"
import { CloudError } from "../../../../src/workbench/clouds/formats/CloudError.ts"
import { mergeClouds } from "../../../../src/workbench/clouds/merge.ts"
import { prepare, toWorld } from "../../../../src/workbench/clouds/prepared.ts"
import { loadClouds, SensorError } from "../../../../src/workbench/clouds/worker/loadClouds.ts"
import { parse } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { listCloudFrames } from "../../../../src/workbench/session/clouds/cloudFrames.ts"
import { listSharing, mergeFrames } from "../../../../src/workbench/session/clouds/mergedFrames.ts"
import { listSensorImages } from "../../../../src/workbench/session/clouds/sensorImages.ts"
import { readSensors } from "../../../../src/workbench/session/sensors.ts"

const cloudOf = (origin: Vector, points: ReadonlyArray<Vector>, rest: Partial<Cloud> = {}): Cloud => ({
  count: points.length,
  fileCount: points.length,
  places: undefined,
  origin,
  positions: Float32Array.from(points.flat()),
  intensity: undefined,
  colors: undefined,
  ...rest,
})

const pointsOf = ({ count, origin, positions }: Cloud): ReadonlyArray<Vector> =>
  Array.from({ length: count }, (_, point) => {
    const at = (axis: 0 | 1 | 2) => (positions[point * 3 + axis] ?? 0) + origin[axis]
    return [at(0), at(1), at(2)]
  })

describe("merged clouds", () => {
  it("have every point of the world within a tenth of a millimeter, at coordinates of maps too", () => {
    const offset = fc.double({ min: -100, max: 100, noNaN: true })
    const vector = fc.tuple(offset, offset, offset)
    const turn = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ mount: vector, turn, points: fc.array(vector, { minLength: 1, maxLength: 9 }) }),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        (sensors) => {
          const far = [4_500_000, -5_300_000, 120] as const
          const clouds = sensors.map(({ mount, points, turn: yaw }) =>
            toWorld(cloudOf([0, 0, 0], points), {
              position: [far[0] + mount[0], far[1] + mount[1], far[2] + mount[2]],
              heading: [0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)],
            }),
          )
          const found = pointsOf(mergeClouds(clouds))
          const expected = sensors.flatMap(({ mount, points, turn: yaw }) =>
            points.map(([x, y, z]) => [
              far[0] + mount[0] + x * Math.cos(yaw) - y * Math.sin(yaw),
              far[1] + mount[1] + x * Math.sin(yaw) + y * Math.cos(yaw),
              far[2] + mount[2] + z,
            ]),
          )
          expect(found).toHaveLength(expected.length)
          for (const [index, point] of found.entries())
            for (const axis of [0, 1, 2] as const)
              expect(Math.abs(point[axis] - (expected[index]?.[axis] ?? Number.NaN))).toBeLessThan(1e-4)
        },
      ),
    )
  })

  it("have zero intensity and gray where a sensor has none beside one that has", () => {
    const plain = cloudOf([0, 0, 0], [[1, 0, 0]])
    const rich = cloudOf([0, 0, 0], [[2, 0, 0]], {
      intensity: Float32Array.of(7),
      colors: Uint8Array.of(1, 2, 3),
    })
    const both = mergeClouds([plain, rich])
    expect([...(both.intensity ?? [])]).toEqual([0, 7])
    expect([...(both.colors ?? [])]).toEqual([160, 160, 160, 1, 2, 3])
    expect(mergeClouds([plain]).intensity).toBeUndefined()
  })
})

describe("the files of a frame with several sensors", () => {
  const frames = mergeFrames([
    { name: "top", frames: listCloudFrames({ frames: [{ pcd: { url: "/top", type: "pcd" } }, {}] }) },
    { name: "rear", frames: listCloudFrames({ frames: [{ pcd: { url: "/rear", type: "bin" } }] }) },
    {
      name: "left",
      frames: listCloudFrames({ frames: [{}, {}, { pcd: { url: "/left", type: "ply" } }] }),
    },
  ])

  const load = (parts: { readonly [url: string]: Cloud | Error }) => {
    const urls = new Map<ArrayBuffer, string>()
    const place = vi.fn(async (bytes: ArrayBuffer) => {
      const part = parts[urls.get(bytes) ?? ""]
      if (part === undefined || part instanceof Error) throw part
      return part
    })
    const merge = vi.fn(async (clouds: ReadonlyArray<Cloud>) => prepare(mergeClouds(clouds), undefined))
    const parser = {
      place,
      merge,
      parse: vi.fn(async () => prepare(cloudOf([0, 0, 0], [[0, 0, 0]]), undefined)),
    }
    const progress: Array<unknown> = []
    const loads = loadClouds(parser, async (url, _, onProgress) => {
      onProgress({ loaded: 10, total: 20 })
      const bytes = new ArrayBuffer(1)
      urls.set(bytes, url)
      return bytes
    })
    const [frame] = frames
    if (frame?.url === undefined) throw new Error("no frame")
    const loaded = loads({ ...frame, url: frame.url }, new AbortController().signal, (now) =>
      progress.push(now),
    )
    return { loaded, merge, progress }
  }

  it("are loaded once where sensors share them: the same file, read the same way, at the same pose", () => {
    const pose = (x: number) => ({ position: { x, y: 0, z: 0 }, heading: { qx: 0, qy: 0, qz: 0, qw: 1 } })
    const of = (url: string, x = 0, type = "pcd") =>
      listCloudFrames({ frames: [{ pcd: { url, type }, ego_pose: pose(x) }] })
    const sources = [
      { name: "cars", frames: of("https://s/0.pcd?X-Amz-Signature=1&X-Amz-Date=1") },
      { name: "curbs", frames: of("https://s/0.pcd?X-Amz-Signature=2&X-Amz-Date=1") },
      { name: "rear", frames: of("https://s/0.pcd", 1) },
      { name: "raw", frames: of("https://s/0.pcd", 0, "bin") },
      { name: "other", frames: of("https://s/0.pcd?frame=1") },
    ]
    const [frame] = mergeFrames(sources)
    expect(frame?.sensors?.map(({ sensor }) => sensor)).toEqual(["cars", "rear", "raw", "other"])
    // Whichever of them is hidden, the other one still shows it.
    expect(mergeFrames(sources.slice(1))[0]?.sensors?.[0]?.sensor).toBe("curbs")
    expect(listSharing(sources)).toEqual(
      new Map([
        ["cars", ["curbs"]],
        ["curbs", ["cars"]],
      ]),
    )
    expect(listSharing(["a", "b"].map((name) => ({ name, frames: [] })))).toEqual(new Map())
  })

  it("are those of all sensors that have one, and one alone is no merge", () => {
    expect(frames.map(({ sensors, url }) => [url, sensors?.map(({ sensor }) => sensor)])).toEqual([
      ["/top", ["top", "rear"]],
      [undefined, undefined],
      ["/left", ["left"]],
    ])
  })

  it("are loaded together, with the bytes of all as the progress", async () => {
    const { loaded, progress } = load({
      "/top": cloudOf([0, 0, 0], [[1, 1, 1]]),
      "/rear": cloudOf([0, 0, 0], [[2, 2, 2]]),
    })
    expect((await loaded).count).toBe(2)
    expect(progress.at(-1)).toEqual({ loaded: 20, total: 40 })
    expect(progress[0]).toEqual({ loaded: 10, total: undefined })
  })

  it("leave out a sensor that saw nothing, and name the one whose file is broken", async () => {
    const top = cloudOf([0, 0, 0], [[1, 1, 1]])
    expect((await load({ "/top": top, "/rear": new CloudError("empty") }).loaded).count).toBe(1)
    const broken = load({ "/top": top, "/rear": new CloudError("stride", { stride: 4 }) }).loaded
    await expect(broken).rejects.toBeInstanceOf(SensorError)
    await expect(broken).rejects.toMatchObject({ sensor: "rear", cause: { code: "stride" } })
    await expect(
      load({ "/top": new CloudError("empty"), "/rear": new CloudError("empty") }).loaded,
    ).rejects.toMatchObject({ code: "empty" })
  })
})

describe("the images of a sample of several sensors", () => {
  const calibration =
    '"intrinsics":{"intrinsic_matrix":[[400,0,320],[0,400,180],[0,0,1]]},"extrinsics":{"translation":{"x":0,"y":0,"z":0},"rotation":{"qx":0,"qy":0,"qz":0,"qw":1}}'
  const read = (text: string): JsonObject => {
    const value = parse(text)
    if (!isObject(value)) throw new Error("not an object")
    return value
  }
  const sample = read(`{"sensors":[
    {"name":"lidar","task_type":"pointcloud-cuboid-sequence","attributes":{"frames":[{"pcd":{"url":"/0","type":"pcd"},"images":[
      {"name":"front","url":"/other.png",${calibration}},
      {"name":"cam2","url":"/left.png?expires=1&signature=a",${calibration}},
      {"name":"mirror","url":"/mirror.png",${calibration}}
    ]}]}},
    {"name":"front","task_type":"image-vector-sequence","attributes":{"frames":[{"image":{"url":"/front.png"}},{"image":{"url":"/front1.png"}}]}},
    {"name":"left","task_type":"image-vector-sequence","attributes":{"frames":[{"image":{"url":"/left.png?expires=2&signature=b"}}]}},
    {"name":"front","task_type":"image-vector-sequence","attributes":{"frames":[]}}
  ]}`)

  it("are those of its cameras with the calibration of their names or files, and then those that clouds name alone", () => {
    const images = listSensorImages(readSensors(sample))
    expect(
      images.map((frame) =>
        frame.map(({ camera, name, sensor, url }) => [name, url, sensor, camera !== undefined]),
      ),
    ).toEqual([
      [
        ["front", "/front.png", "front", true],
        ["left", "/left.png?expires=2&signature=b", "left", true],
        ["mirror", "/mirror.png", undefined, true],
      ],
      [["front", "/front1.png", "front", false]],
    ])
  })

  const oneEach = (clouds: string, camera: string) =>
    listSensorImages(
      readSensors(
        read(`{"sensors":[
          {"name":"lidar","task_type":"pointcloud-cuboid-sequence","attributes":{"frames":[{"images":[{"name":"a",${clouds},${calibration}}]}]}},
          {"name":"b","task_type":"image-vector-sequence","attributes":{"frames":[{"image":{${camera}}}]}}
        ]}`),
      ),
    ).map((frame) => frame.map(({ camera: found, name }) => [name, found !== undefined]))
  const same = [[["b", true]]]
  const apart = [
    [
      ["b", false],
      ["a", true],
    ],
  ]

  it("share no calibration where the queries of their addresses name different files", () => {
    expect(oneEach('"url":"/image?id=1"', '"url":"/image?id=2"')).toEqual(apart)
    expect(oneEach('"url":"/image?id=1&signature=x"', '"url":"/image?id=2&signature=x"')).toEqual(apart)
    expect(oneEach('"url":"/a.png?versionId=1"', '"url":"/a.png?versionId=2"')).toEqual(apart)
    expect(oneEach('"url":"/image?se=1"', '"url":"/image?se=2"')).toEqual(apart)
    expect(oneEach('"url":"/image?id=1"', '"url":"/image"')).toEqual(apart)
  })

  it("share it where only the signatures differ, of every storage", () => {
    const signatures = [
      (text: string) => `expires=${text}&signature=${text}`,
      (text: string) =>
        `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${text}&X-Amz-Date=${text}&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=${text}`,
      (text: string) => `AWSAccessKeyId=A&Expires=${text}&Signature=${text}`,
      (text: string) => `X-Goog-Date=${text}&X-Goog-Expires=9&X-Goog-Signature=${text}`,
      (text: string) => `sv=2024-11-04&st=${text}&se=${text}&sr=b&sp=r&sig=${text}`,
      (text: string) => `Policy=${text}&Key-Pair-Id=K&Signature=${text}`,
    ]
    for (const signed of signatures) {
      expect(oneEach(`"url":"/a?id=1&${signed("1")}"`, `"url":"/a?id=1&${signed("2")}"`)).toEqual(same)
      expect(oneEach(`"url":"/a?id=1&${signed("1")}"`, '"url":"/a?id=1"')).toEqual(same)
      expect(oneEach(`"url":"/a?id=1&${signed("1")}"`, `"url":"/a?id=2&${signed("1")}"`)).toEqual(apart)
    }
    // The address that is not loaded names the file where tokens of another kind are in the one that is.
    expect(
      oneEach(
        '"url":"s3://images/a.png","signed_url":"https://a.example/a?token=1"',
        '"url":"s3://images/a.png","signed_url":"https://a.example/a?token=2"',
      ),
    ).toEqual(same)
  })
})

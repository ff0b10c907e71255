/** Where the datasets of a project of Supervisely lie, and objects that the project does not know. */
import { assert, describe, it } from "vitest"
import { FormatError } from "../../src/FormatError.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { superviselyClouds } from "../../src/supervisely-clouds/superviselyClouds.ts"
import { type Files, readFiles, sourceOf } from "../files.ts"
import { collected } from "../roundTrip.ts"

const meta = (title: string) => ({
  classes: [{ title, shape: "cuboid_3d", color: "#FF8000" }],
  tags: [],
  projectType: "point_clouds",
})

const item = (key: string, classTitle = "crane") => ({
  key,
  tags: [],
  objects: [{ key: `o-${key}`, classTitle, tags: [] }],
  figures: [
    {
      key: `f-${key}`,
      objectKey: `o-${key}`,
      geometryType: "cuboid_3d",
      geometry: {
        position: { x: 1, y: 2, z: 3 },
        rotation: { x: 0, y: 0, z: 0.5 },
        dimensions: { x: 4, y: 2, z: 1.5 },
      },
    },
  ],
})

const listNames = async (files: Files) =>
  (await readFiles(superviselyClouds, files)).scenes.map(({ frames, name }) => [name, frames[0]?.cloud?.url])

describe("datasets of Supervisely's point clouds", () => {
  it("are called by their path below their project, or by the whole path outside of it", async () => {
    assert.deepStrictEqual(
      await listNames({
        "some/project/meta.json": meta("crane"),
        "some/project/yard/ann/a.pcd.json": item("a"),
        "some/project/deep/datasets/yard/ann/b.pcd.json": item("b"),
        "x/yard/ann/c.pcd.json": item("c"),
      }),
      [
        ["deep/datasets/yard/b", "some/project/deep/datasets/yard/pointcloud/b.pcd"],
        ["yard/a", "some/project/yard/pointcloud/a.pcd"],
        ["x/yard/c", "x/yard/pointcloud/c.pcd"],
      ],
    )
  })

  it("have point clouds and images in folders, as Datumaro writes names with slashes", async () => {
    const { losses, scenes } = await readFiles(superviselyClouds, {
      "meta.json": meta("crane"),
      "ds0/ann/sub.v2/a.pcd.json": item("a"),
      "ds0/pointcloud/sub.v2/a.pcd": new Uint8Array(),
      "ds0/related_images/sub.v2/a_pcd/cam0.png": new Uint8Array(),
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [
        name,
        frames[0]?.cloud?.url,
        frames[0]?.cameras.map(({ url }) => url),
      ]),
      [["ds0/sub.v2/a", "ds0/pointcloud/sub.v2/a.pcd", ["ds0/related_images/sub.v2/a_pcd/cam0.png"]]],
    )
    assert.deepStrictEqual(losses, [])
  })

  it("of two projects are refused with both", async () => {
    const files = {
      "p1/meta.json": meta("crane"),
      "p1/yard/ann/a.pcd.json": item("a"),
      "project2/meta.json": meta("truck"),
      "project2/yard/ann/b.pcd.json": item("b", "truck"),
    }
    const error = await readFiles(superviselyClouds, files).catch((cause: unknown) => cause)
    assert.instanceOf(error, FormatError)
    assert.strictEqual(error.path, "project2/meta.json")
    assert.match(error.reason, /second project beside p1\/meta.json/)
  })
})

describe("an object of a class that the project does not have", () => {
  it("is counted, and its point cloud, which has nothing else, stays unlabeled", async () => {
    const { losses, records } = await importDataset({
      format: superviselyClouds,
      source: sourceOf({
        "meta.json": meta("crane"),
        "yard/ann/a.pcd.json": item("a", "tree"),
        "yard/ann/b.pcd.json": item("b"),
        "yard/ann/c.pcd.json": { key: "c", tags: [], objects: [], figures: [] },
      }),
      baseUrl: "https://clouds.example/",
      save: () => assert.fail("Nothing is saved."),
    })
    const found = await collected(records)
    assert.deepStrictEqual(
      found.map(({ label, name }) => [name, label === null]),
      [
        ["yard/a", true],
        ["yard/b", false],
        ["yard/c", false],
      ],
    )
    assert.deepStrictEqual(
      losses().map(({ count, kind }) => [kind, count]),
      [
        ["empty-labels", 1],
        ["emptied-labels", 1],
        ["unreadable", 2],
      ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
  })
})

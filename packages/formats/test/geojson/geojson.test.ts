import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { geojson } from "../../src/geojson/geojson.ts"
import { computeSignedArea } from "../../src/geojson/transform.ts"
import { made } from "../arbitraries.ts"
import { countRuns } from "../countRuns.ts"
import { written } from "../roundTrip.ts"
import { dataset, drawings, frame, scene } from "../validators/images.ts"

const documents = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files].map(([path, content]) => [path, JSON.parse(new TextDecoder().decode(content))] as const)

const collection = async (metadata: Readonly<Record<string, unknown>>) => {
  const one = { ...scene("a", "image-vector", [frame(drawings)]), metadata }
  const { files } = await written(geojson, { dataset: dataset("vector"), scenes: [one] })
  return documents(files)[0]?.[1]
}

describe("GeoJSON", () => {
  it("closes rings and turns them counter-clockwise", () =>
    fc.assert(
      fc.asyncProperty(made("image-vector", false), async (one) => {
        const { files } = await written(geojson, one)
        assert.strictEqual(files.size, one.scenes.length)
        for (const [, { features }] of documents(files))
          for (const { geometry } of features) {
            if (geometry.type !== "Polygon") continue
            const [ring] = geometry.coordinates
            assert.deepStrictEqual(ring[0], ring.at(-1))
            assert.isAtLeast(computeSignedArea(ring.slice(0, -1)), 0)
          }
      }),
      { numRuns: countRuns(25) },
    ))

  it("has a MultiPolygon with closed rings for an object of several parts, whose holes turn the other way", () =>
    fc.assert(
      fc.asyncProperty(made("image-vector", false), async (one) => {
        const { files, losses } = await written(geojson, one)
        assert.notInclude(
          losses.list().map(({ kind }) => kind),
          "exact-shapes",
        )
        const shapes = one.scenes.flatMap(({ frames }) =>
          frames.flatMap(({ annotations }) =>
            annotations.map((found) => ("shape" in found ? found.shape : undefined)),
          ),
        )
        const features = documents(files).flatMap(([, content]) => content.features)
        for (const [index, shape] of shapes.entries()) {
          const { geometry, properties } = features[index]
          assert.deepStrictEqual(properties.shape, JSON.parse(JSON.stringify(shape ?? null)) ?? undefined)
          if (shape?.type !== "multipolygon") continue
          assert.strictEqual(geometry.type, "MultiPolygon")
          for (const [part, rings] of shape.polygons.entries())
            for (const [at, ring] of rings.entries()) {
              const found = geometry.coordinates[part][at]
              assert.deepStrictEqual(found[0], found.at(-1))
              assert.sameDeepMembers(found.slice(0, -1), ring as Array<unknown>)
              assert.strictEqual(computeSignedArea(found.slice(0, -1)) > 0, at === 0)
            }
        }
      }),
      { numRuns: countRuns(25) },
    ))

  it("has pixels, and says so, without a geotransform", async () => {
    const { crs, features, height, name, width } = await collection({})
    assert.deepStrictEqual({ name, width, height }, { name: "a", width: 60, height: 40 })
    assert.strictEqual(crs.properties.name, "urn:ogc:def:crs:OGC:1.3:CRS1")
    assert.deepStrictEqual(
      features.map(({ geometry }: { geometry: unknown }) => geometry),
      [
        {
          type: "Polygon",
          coordinates: [
            [
              [1.25, 2],
              [30, 2],
              [30, 20.5],
              [1.25, 20.5],
              [1.25, 2],
            ],
          ],
        },
        {
          type: "Polygon",
          coordinates: [
            [
              [10, 10],
              [20, 10],
              [20, 25],
              [10, 25],
              [10, 10],
            ],
          ],
        },
        {
          type: "LineString",
          coordinates: [
            [0, 0],
            [5, 5],
            [10, 0],
          ],
        },
        { type: "Point", coordinates: [7, 8] },
      ],
    )
    assert.deepStrictEqual(features[0].properties, {
      category: "car",
      category_id: 1,
      type: "bbox",
      attributes: { color: "red", seats: 4 },
    })
  })

  it("has longitude and latitude with a geotransform", async () => {
    const geotransform = [8.5, 0.5, 0, 47, 0, -0.25]
    const { crs, features, metadata } = await collection({ geotransform })
    assert.isUndefined(crs)
    assert.deepStrictEqual(metadata, { geotransform })
    assert.deepStrictEqual(features[3].geometry, { type: "Point", coordinates: [12, 45] })
    // y points down in images and up on the earth, so the ring is turned.
    assert.deepStrictEqual(features[1].geometry.coordinates[0], [
      [13.5, 40.75],
      [18.5, 40.75],
      [18.5, 44.5],
      [13.5, 44.5],
      [13.5, 40.75],
    ])
  })

  it("has pixels when the geotransform is of another reference system, or is none", async () => {
    const geotransform = [8.5, 0.5, 0, 47, 0, -0.25]
    for (const metadata of [
      { geotransform, crs: "EPSG:32632" },
      { geotransform: [1, 2] },
      { geotransform: "x" },
    ])
      assert.isDefined((await collection(metadata)).crs)
    for (const crs of ["EPSG:4326", "urn:ogc:def:crs:OGC:1.3:CRS84"])
      assert.isUndefined((await collection({ geotransform, crs })).crs)
  })
})

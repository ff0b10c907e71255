import { assert, describe, it } from "vitest"
import { geojson } from "../../src/geojson/geojson.ts"
import { csv, parquet } from "../../src/table/table.ts"
import { checkedBy } from "./checked.ts"
import { dataset, drawings, frame, scene, writtenWithImages } from "./images.ts"

const one = { dataset: dataset("vector"), scenes: [scene("a", "image-vector", [frame(drawings)])] }

const reading = `
import json, os, sys
import duckdb, pandas, pyarrow.parquet
table = pyarrow.parquet.read_table(os.path.join(sys.argv[1], "annotations.parquet"))
frames = [pandas.read_parquet(os.path.join(sys.argv[1], "annotations.parquet")), pandas.read_csv(os.path.join(sys.argv[1], "annotations.csv"))]
query = "select count(*), sum(x_max), max(annotation_id), any_value(category) filter (type = 'point'), count(track_id) from '{}'"
print(json.dumps({
    "pyarrow": {name: str(table.schema.field(name).type) for name in ["sample", "frame", "annotation_id", "x_min", "is_keyframe"]},
    "pandas": [[len(f), float(f.x_max.sum()), int(f.annotation_id.max()), f[f.type == "point"].category.iloc[0], int(f.track_id.count())] for f in frames],
    "duckdb": [list(duckdb.sql(query.format(os.path.join(sys.argv[1], name))).fetchone()) for name in ["annotations.parquet", "annotations.csv"]],
    "points": json.loads(frames[1].points.iloc[3]),
    "attributes": json.loads(frames[0].attributes.iloc[0]),
}))
`

describe("tables of annotations", { timeout: 900_000 }, () => {
  it("are read alike by pandas, pyarrow and DuckDB", async (context) => {
    const packages = ["pandas==2.2.3", "pyarrow==17.0.0", "duckdb==1.1.3", "numpy==1.26.4"]
    const files = new Map([
      ...(await writtenWithImages(csv, one)),
      ...(await writtenWithImages(parquet, one)),
    ])
    const expected = [4, 67, 4, "tree & bush", 0]
    assert.deepStrictEqual(await checkedBy(packages, reading, files, context), {
      pyarrow: {
        sample: "string",
        frame: "int32",
        annotation_id: "int64",
        x_min: "double",
        is_keyframe: "bool",
      },
      pandas: [expected, expected],
      duckdb: [expected, expected],
      points: [[7, 8]],
      attributes: { color: "red", seats: 4 },
    })
  })
})

const shapes = `
import json, os, sys
import shapely
collection = json.load(open(os.path.join(sys.argv[1], "a.geojson")))
found = [shapely.geometry.shape(feature["geometry"]) for feature in collection["features"]]
print(json.dumps([[one.geom_type, one.is_valid, one.geom_type != "Polygon" or one.exterior.is_ccw, one.area] for one in found]))
`

describe("GeoJSON", { timeout: 900_000 }, () => {
  it("is valid in Shapely", async (context) => {
    const files = await writtenWithImages(geojson, one)
    assert.deepStrictEqual(await checkedBy(["shapely==2.0.6", "numpy==1.26.4"], shapes, files, context), [
      ["Polygon", true, true, 28.75 * 18.5],
      ["Polygon", true, true, 150],
      ["LineString", true, true, 0],
      ["Point", true, true, 0],
    ])
  })
})

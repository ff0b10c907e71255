import { assert, describe, it } from "vitest"
import { argoverse2 } from "../../src/argoverse2/argoverse2.ts"
import { dataset, drive } from "../drive.ts"
import { collected, readBack, written } from "../roundTrip.ts"
import { checkedBy } from "./checked.ts"

const packages = ["pyarrow==25.0.1", "polars==2.1.0"]

/** Types, compression and the first row of our tables; and a table that pyarrow wrote, in hexadecimal. */
const program = `
import json, os, sys
import pyarrow as pa
import polars
import pyarrow.feather as feather
root = os.path.join(sys.argv[1], "drive-0001")
found = {}
for name in ("annotations", "city_SE3_egovehicle"):
    path = os.path.join(root, name + ".feather")
    table = feather.read_table(path)
    table.validate(full=True)
    found[name] = {"types": {field.name: str(field.type) for field in table.schema}, "rows": table.num_rows,
                   "first": {key: str(value) for key, value in table.slice(0, 1).to_pylist()[0].items()}}
table = feather.read_table(os.path.join(root, "annotations.feather"))
again = os.path.join(sys.argv[1], "again.feather")
found["again"] = {}
for codec in ("lz4", "zstd", "uncompressed"):
    feather.write_feather(table.set_column(2, "category", table["category"].dictionary_encode()), again, compression=codec)
    found["again"]["pyarrow " + codec] = open(again, "rb").read().hex()
    polars.from_arrow(table).write_ipc(again, compression=codec)
    found["again"]["polars " + codec] = open(again, "rb").read().hex()
    assert polars.read_ipc(os.path.join(root, "annotations.feather")).height == table.num_rows
print(json.dumps(found))
`

interface Found {
  readonly annotations: {
    readonly types: object
    readonly rows: number
    readonly first: Record<string, string>
  }
  readonly city_SE3_egovehicle: { readonly types: object; readonly rows: number }
  readonly again: Readonly<Record<string, string>>
}

const pose = {
  qw: "double",
  qx: "double",
  qy: "double",
  qz: "double",
  tx_m: "double",
  ty_m: "double",
  tz_m: "double",
}

describe("pyarrow and polars", () => {
  it("read our tables with the types of Argoverse 2, and we read their own", {
    timeout: 1_000_000,
  }, async (context) => {
    const scene = drive({ isMoving: true })
    const { files } = await written(argoverse2, { dataset, scenes: [scene] })
    const found = (await checkedBy(packages, program, files, context)) as Found
    assert.deepStrictEqual(found.annotations.types, {
      timestamp_ns: "int64",
      track_uuid: "string",
      category: "string",
      length_m: "double",
      width_m: "double",
      height_m: "double",
      ...pose,
      num_interior_pts: "int64",
    })
    assert.deepStrictEqual(found.city_SE3_egovehicle.types, { timestamp_ns: "int64", ...pose })
    assert.strictEqual(
      found.annotations.rows,
      scene.frames.reduce((sum, one) => sum + one.annotations.length, 0),
    )
    assert.strictEqual(found.annotations.first.timestamp_ns, scene.frames[0]?.timestamp)
    const ours = await collected((await readBack(argoverse2, files)).scenes)
    for (const [tool, again] of Object.entries(found.again)) {
      const theirs = new Map([
        ...files,
        ["drive-0001/annotations.feather", Buffer.from(again, "hex")] as const,
      ])
      assert.deepStrictEqual(await collected((await readBack(argoverse2, theirs)).scenes), ours, tool)
    }
  })
})

/** The library webdataset writes shards, which we read as it reads them. */
import { assert, describe, it } from "vitest"
import { webDataset } from "../../src/webdataset/format.ts"
import { readFiles } from "../files.ts"
import { pythonWith } from "./python.ts"

const packages = ["webdataset==1.0.2", "numpy==2.4.6", "pillow==12.1.1"]

/** Shards in hexadecimal, and the samples that the library reads from them. */
const program = `
import contextlib, glob, io, json, os, tempfile
with contextlib.redirect_stdout(io.StringIO()):
    import webdataset as wds
    from PIL import Image
    folder = tempfile.mkdtemp()
    with wds.ShardWriter(folder + "/train-%06d.tar", maxcount=2) as sink:
        for index in range(3):
            sink.write({
                "__key__": "part/%04d" % index,
                "png": Image.new("RGB", (40 + index, 30)),
                "cls": index,
                "json": {"index": index, "objects": {"bbox": [[1, 2, 3, 4 + index]], "category": ["car"]}},
                "txt": "caption %d" % index,
            })
    with wds.TarWriter(folder + "/val.tar") as sink:
        sink.write({"__key__": "last", "jpg": Image.new("RGB", (50, 20)), "cls": 7})
    shards = {os.path.basename(path): open(path, "rb").read().hex() for path in sorted(glob.glob(folder + "/*"))}
    read = [
        [sample["__key__"], int(sample["cls"])]
        for path in sorted(glob.glob(folder + "/*"))
        for sample in wds.WebDataset(path, shardshuffle=False)
    ]
print(json.dumps({"shards": shards, "read": read}))
`

describe("shards that webdataset writes", () => {
  it("are read with keys, classes, boxes, texts and sizes", { timeout: 600_000 }, async (context) => {
    const python = await pythonWith(packages)
    if (python === null) return context.skip()
    const { read, shards }: { read: ReadonlyArray<unknown>; shards: Readonly<Record<string, string>> } =
      JSON.parse(await python.run(program))
    assert.hasAllKeys(shards, ["train-000000.tar", "train-000001.tar", "val.tar"])
    const files = Object.fromEntries(
      Object.entries(shards).map(([name, hex]) => [name, new Uint8Array(Buffer.from(hex, "hex"))]),
    )
    const { losses, scenes } = await readFiles(webDataset, files)
    assert.deepStrictEqual(losses, [])
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, Number(frames[0]?.attributes["class"])]),
      read,
    )
    const [, second] = scenes
    assert.deepInclude(second, { split: "train", file: "part/0001.png" })
    assert.deepStrictEqual([second?.metadata, second?.fields], [{ txt: "caption 1" }, { index: 1 }])
    const [frame] = second?.frames ?? []
    assert.deepInclude(frame?.image?.size, { width: 41, height: 30 })
    assert.deepInclude(frame?.annotations[0], {
      points: [
        [1, 2],
        [4, 7],
      ],
    })
  })
})

/** Datumaro from PyPI, installed once beside the packages, which writes the same boxes. */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const run = promisify(execFile)

export const version = "1.13.0"

const home = fileURLToPath(
  new URL(`../../node_modules/.cache/annotary-bench/datumaro-${version}`, import.meta.url),
)
const python = join(home, "environment/bin/python")
/** Written when the installation is complete. */
const complete = join(home, "complete")

/** Installs what is missing, which takes a minute. Rejects where Python or the package is missing. */
export const installDatumaro = async (): Promise<void> => {
  if (existsSync(complete)) return
  mkdirSync(home, { recursive: true })
  await run("python3", ["-m", "venv", join(home, "environment")])
  await run(python, ["-m", "pip", "install", "--quiet", `datumaro==${version}`])
  writeFileSync(complete, version)
}

/** As `formatsProcess.ts`: makes the boxes, writes them, and prints what it took. */
const program = `
import json, os, resource, sys, time, warnings
warnings.simplefilter("ignore")
import datumaro as dm
from datumaro.components.annotation import Bbox
from datumaro.components.media import Image
name, images, folder, per_image = sys.argv[1], int(sys.argv[2]), sys.argv[3], 10
def boxes(image):
    for serial in range(image * per_image, (image + 1) * per_image):
        yield Bbox(serial * 7919 % 18000 / 10, serial * 104729 % 9000 / 10, 20 + serial % 100, 20 + serial % 150, label=serial % 80)
begun = time.process_time()
items = [dm.DatasetItem(id="%07d" % i, subset="train", annotations=list(boxes(i)),
                        media=Image.from_file(path="%07d.jpg" % i, size=(1080, 1920))) for i in range(images)]
names = ["category %d" % (i + 1) for i in range(80)]
dm.Dataset.from_iterable(items, categories=names, media_type=Image).export(folder, name, save_media=False)
seconds = time.process_time() - begun
size = sum(os.path.getsize(os.path.join(place, file)) for place, _, files in os.walk(folder) for file in files)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
print(json.dumps({"seconds": seconds, "peakMegabytes": peak, "megabytes": size / 1e6, "boxes": images * per_image}))
`

/** Returns the line that the program prints. */
export const writeByDatumaro = async (format: string, images: number, folder: string): Promise<string> => {
  const { stdout } = await run(python, ["-c", program, format, String(images), folder])
  return stdout
}

/** Loads a COCO file and writes it again. */
const copier = `
import shutil, sys, time, warnings
warnings.simplefilter("ignore")
import datumaro as dm
begun = time.process_time()
dm.Dataset.import_from(sys.argv[1], "coco_instances").export(sys.argv[2], "coco_instances", save_media=False)
print(time.process_time() - begun)
shutil.rmtree(sys.argv[2])
`

/** Returns the seconds of the processor that it takes, without the start of Python. */
export const copyByDatumaro = async (folder: string, out: string): Promise<number> => {
  const { stdout } = await run(python, ["-c", copier, folder, out])
  return Number(stdout.trim().split("\n").at(-1))
}

/** Counts what Datumaro imports. */
import type { Python } from "./python.ts"
import { pythonWith } from "./python.ts"

const program = `
import contextlib, io, json, sys, warnings
warnings.simplefilter("ignore")
with contextlib.redirect_stdout(io.StringIO()):
    import datumaro as dm
    dataset = dm.Dataset.import_from(sys.argv[1], sys.argv[2])
    found = {}
    for item in dataset:
        key = item.subset
        known = found.setdefault(key, {"items": 0, "annotations": {}})
        known["items"] += 1
        for annotation in item.annotations:
            name = annotation.type.name
            known["annotations"][name] = known["annotations"].get(name, 0) + 1
print(json.dumps(found))
`

export interface Imported {
  readonly items: number
  /** By type, such as `bbox`. */
  readonly annotations: Readonly<Record<string, number>>
}

export const withDatumaro = (): Promise<Python | null> => pythonWith(["datumaro==1.13.0"])

/** What the sets of the folder have together, read as the format. */
export const importedBy = async (python: Python, folder: string, format: string): Promise<Imported> => {
  const sets: Record<string, Imported> = JSON.parse(await python.run(program, folder, format))
  const annotations: Record<string, number> = {}
  let items = 0
  for (const set of Object.values(sets)) {
    items += set.items
    for (const [type, count] of Object.entries(set.annotations))
      annotations[type] = (annotations[type] ?? 0) + count
  }
  return { items, annotations }
}

export const total = ({ annotations }: Imported): number =>
  Object.values(annotations).reduce((sum, count) => sum + count, 0)

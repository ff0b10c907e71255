/** Indexes all files of a dataset, and gives predictions to the images that they name. */

import type { ReadContext } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { parseShortJson } from "../files/json.ts"
import { splitJson } from "../files/jsonArrays.ts"
import type { Source } from "../files/Source.ts"
import { type CocoIndex, type IndexContext, indexScan, scanCoco } from "./CocoIndex.ts"
import type { CocoScan } from "./CocoScan.ts"
import { setOfDocument } from "./documents.ts"
import { ResultFiles } from "./ResultFiles.ts"

/** `results` are files of predictions. */
export const indexAll = async (
  source: Source,
  paths: ReadonlyArray<string>,
  results: ReadonlyArray<string>,
  context: IndexContext & Pick<ReadContext, "onProgress">,
): Promise<ReadonlyArray<CocoIndex>> => {
  let total = 0
  for (const path of [...paths, ...results]) total += await source.size(path)
  let bytes = 0
  const onRead = (more: number) => {
    bytes += more
    context.onProgress?.({ phase: "index", bytes, total })
  }
  const scans: Array<CocoScan> = []
  for (const path of paths) scans.push(await scanCoco(source, path, context, onRead))
  const resultFiles = new ResultFiles()
  for (const path of results) await takeResults(source, path, scans, resultFiles, context, onRead)
  return scans.map((scan) => indexScan(scan, setOfDocument(scan.path, paths), resultFiles, context))
}

/** Annotations of a file are its labels where it has some, and predictions for them are counted. */
const takeResults = async (
  source: Source,
  path: string,
  scans: ReadonlyArray<CocoScan>,
  files: ResultFiles,
  { losses }: IndexContext,
  onRead: (bytes: number) => void,
): Promise<void> => {
  const paths = scans.map((scan) => scan.path)
  const set = setOfDocument(path, [])?.split
  const ofSet = scans.filter((scan) => set !== undefined && setOfDocument(scan.path, paths)?.split === set)
  const candidates = ofSet.length > 0 ? ofSet : scans
  if (candidates.length === 0)
    throw new FormatError(
      path,
      "has results alone: the file with the images that they name must be beside it.",
    )
  files.begin(path)
  const members = { lists: ["results"], root: "results" }
  await splitJson(
    source,
    path,
    members,
    ({ bytes, index, text }) => {
      const place = `${path} /${index}`
      const serial = files.nextSerial()
      const value = parseShortJson(text, path)
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        losses.add("unreadable", place)
        return
      }
      const [scan, other] = candidates.filter((one) => one.hasImage(Reflect.get(value, "image_id")))
      if (scan !== undefined && other !== undefined)
        throw new FormatError(
          path,
          `/${index} has the image ${String(Reflect.get(value, "image_id"))}, which ${scan.path} and ${other.path} have.`,
        )
      if (scan === undefined) losses.add("references", place)
      else if (scan.annotations > 0) losses.add("alternatives", place)
      else scan.takeResult(value, serial, bytes)
    },
    onRead,
  )
}

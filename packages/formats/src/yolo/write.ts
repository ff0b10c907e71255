/** Writes `data.yaml`, and `labels/SET/NAME.txt` for each image in `images/SET/`. */
import { countChangedIds } from "../carry/countChangedIds.ts"
import type { WriteContext, Writer } from "../Format.ts"
import type { Spool } from "../files/Target.ts"
import { writeFile } from "../files/Target.ts"
import { isUrl } from "../images/imageFinder.ts"
import { measureFrames } from "../images/sizedFrames.ts"
import type { Dataset } from "../model/Dataset.ts"
import type { Annotation, Scene } from "../model/Scene.ts"
import { formatDataYaml } from "./dataYaml.ts"
import { toLabelPath } from "./layout.ts"
import { formatRow, noKeypoint, printExactly, type Row, type Task } from "./rows.ts"
import { noSet } from "./sets.ts"
import { countSkeletons } from "./skeletons.ts"

export const makeYoloWriter =
  (task: Task): Writer =>
  async (scenes, context) => {
    const { dataset, target } = context
    const sets = new Set<string>()
    const poses = task === "pose" ? new Poses(await target.spool(), dataset) : undefined
    if (task === "pose") countSkeletons(dataset, context.losses)
    for await (const scene of scenes) {
      const row = await formatLabel(scene, task, context)
      if (row === undefined) continue
      sets.add(scene.split ?? noSet)
      if (poses !== undefined) await poses.add(row.path, row.rows)
      else await writeFile(target, row.path, joinRows(row.rows))
    }
    await poses?.write(context)
    await writeFile(target, "data.yaml", formatDataYaml({ task, sets, dataset, keypoints: poses?.most ?? 0 }))
  }

const joinRows = (rows: ReadonlyArray<Row>): string => {
  let lines = ""
  for (const { text } of rows) lines += `${text}\n`
  return lines
}

const formatLabel = async (scene: Scene, task: Task, context: WriteContext) => {
  const [sized] = (await measureFrames(scene, context)) ?? []
  if (sized === undefined) return undefined
  const { frame, image, size, stemInSet } = sized
  const path = `images/${scene.split ?? noSet}/${stemInSet}`
  const placed = await context.place(image, path)
  const rows: Array<Row> = []
  const shown: Array<Annotation> = []
  const texts = new RowTexts((annotation) => formatRow(annotation, task, size, printExactly))
  for (const annotation of frame.annotations) {
    const row = formatRow(annotation, task, size)
    if (row === undefined || row.isCut) context.losses.add("clipped", `${scene.name}: ${annotation.id}`)
    if (row === undefined) continue
    const added = texts.add(row, annotation)
    if (added === undefined) context.losses.add("duplicate", `${scene.name}: ${annotation.id}`)
    else {
      rows.push(added)
      shown.push(annotation)
    }
  }
  countChangedIds(shown, scene.name, context.losses)
  return { rows, path: toLabelPath(isUrl(placed) || placed === path ? `${path}.image` : placed) }
}

/**
 * The rows of a label file. Shapes that differ in their last digits alone have all of them; others that differ beyond the border may be equal
 * within, and are left out.
 */
class RowTexts {
  /** By the first coordinate: few rows have it in common, and a short text is found faster. */
  readonly #rows = new Map<string, RowText>()
  readonly #print: (annotation: Annotation) => Row | undefined

  constructor(print: (annotation: Annotation) => Row | undefined) {
    this.#print = print
  }

  /** Returns the row to write; undefined for one that is equal to another. */
  add(row: Row, annotation: Annotation): Row | undefined {
    const first = this.#rows.get(row.first)
    if (first === undefined) {
      this.#rows.set(row.first, { text: row.text, annotation, all: undefined })
      return row
    }
    first.all ??= new Map([[first.text, { annotation: first.annotation, exact: undefined }]])
    const alike = first.all.get(row.text)
    if (alike === undefined) {
      first.all.set(row.text, { annotation, exact: undefined })
      return row
    }
    alike.exact ??= new Set([this.#print(alike.annotation)?.text])
    const exact = this.#print(annotation) ?? row
    if (alike.exact.has(exact.text)) return undefined
    alike.exact.add(exact.text)
    return exact
  }
}

interface RowText {
  readonly text: string
  readonly annotation: Annotation
  /** By their texts, once there is another one. */
  all: Map<string, AlikeRows> | undefined
}

/** Rows with the same text. */
interface AlikeRows {
  readonly annotation: Annotation
  /** The texts with all digits, once there is another row. */
  exact: Set<string | undefined> | undefined
}

/** Label files whose rows are written at the end, when the largest number of keypoints is known: all rows have as many. */
class Poses {
  readonly #spool: Spool
  most: number

  constructor(spool: Spool, { categories }: Dataset) {
    this.#spool = spool
    this.most = Math.max(0, ...categories.map(({ skeleton }) => skeleton?.joints.length ?? 0))
  }

  async add(path: string, rows: ReadonlyArray<Row>): Promise<void> {
    for (const { keypoints } of rows) this.most = Math.max(this.most, keypoints)
    const pairs = rows.map(({ keypoints, text }) => [keypoints, text])
    await this.#spool.write(`${JSON.stringify([path, pairs])}\n`)
  }

  async write({ target }: WriteContext): Promise<void> {
    await this.#spool.close()
    const keypointCount = Math.max(this.most, 1)
    const decoder = new TextDecoder()
    let rest = ""
    for await (const part of this.#spool.contents()) {
      const lines = `${rest}${decoder.decode(part, { stream: true })}`.split("\n")
      rest = lines.pop() ?? ""
      for (const line of lines) {
        // The lines are those of `add`.
        const [path, rows] = JSON.parse(line) as [string, ReadonlyArray<[number, string]>]
        const padded = rows.map(([own, text]) => `${text}${noKeypoint.repeat(keypointCount - own)}\n`)
        await writeFile(target, path, padded.join(""))
      }
    }
  }
}

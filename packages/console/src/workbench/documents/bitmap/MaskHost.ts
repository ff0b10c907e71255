/** The bitmap in its worker: what messages of the page do to it, and which tiles are to be drawn after them. */
import type { Point } from "../../geometry/point.ts"
import { toOwnId } from "../ComparedVersion.ts"
import { findChanges } from "./changes.ts"
import { MaskEdit, type Paint } from "./MaskEdit.ts"
import { MaskHistory } from "./MaskHistory.ts"
import { PackedTiles } from "./PackedTiles.ts"
import { decodeMaskPng, encodeMaskPng } from "./png.ts"
import type { Answers, FromWorker, MaskSource, Question, ToWorker } from "./protocol.ts"
import { computeArea, listDifferentTiles, type Shading } from "./shade.ts"
import { packMask, packTile, TileMask, unpack } from "./TileMask.ts"

/** The stroke that is going on. */
interface Stroke {
  readonly edit: MaskEdit
  readonly width: number
  readonly paint: Paint
  readonly at: Point
}

/** Answers and reports to the page. */
export type Reply = (message: FromWorker, transfer?: ReadonlyArray<Transferable>) => void

/** The changes that the host makes to the screen. */
export interface Screen {
  /** Draws tiles of the mask soon. */
  readonly draw: (mask: TileMask, tiles: Iterable<number>) => void
}

/** The changes that concern only the look of the mask. */
const ofScreen: ReadonlySet<ToWorker["kind"]> = new Set(["shade", "hide", "alone"])

const ofRest: ReadonlySet<Question["kind"]> = new Set(["pack", "png", "read"])

/** Whether a message needs no tiles: a mask that rests goes on to do so. */
const isOfRest = (message: ToWorker): boolean =>
  ofScreen.has(message.kind) || (message.kind === "question" && ofRest.has(message.question.kind))

export class MaskHost {
  private history: MaskHistory | undefined
  private stroke: Stroke | undefined
  /** The bitmap that the mask is compared with. */
  private earlier: TileMask | undefined
  private readonly tiles = new PackedTiles(() => this.stroke?.edit.before)
  /** Whether the page has canvases for the mask. */
  private isShown = false
  private shading: Shading = { colors: new Map(), selected: new Set(), hidden: new Set() }

  constructor(
    private readonly reply: Reply,
    private readonly screen: Screen,
  ) {}

  get mask(): TileMask | undefined {
    return this.history?.mask
  }

  get before(): TileMask | undefined {
    return this.earlier
  }

  get colors(): Shading {
    return this.shading
  }

  handle(message: Exclude<ToWorker, { kind: "show" }>): void {
    if (!isOfRest(message)) this.tiles.restore(this.mask)
    switch (message.kind) {
      case "open":
        this.open(message.source)
        break
      case "shade":
        this.updateShading(message.shading)
        break
      case "begin":
        this.begin(message.at, message.width, message.paint)
        break
      case "extend":
        for (const to of message.to) this.extend(to)
        break
      case "end":
        this.end(message.revision)
        break
      case "cancel":
        this.cancel()
        break
      case "fill":
        this.edit(message.revision, (edit) => edit.fill(message.at, message.paint))
        break
      case "polygon":
        this.edit(message.revision, (edit) => edit.paintPolygon(message.points, message.paint))
        break
      case "relabel":
        this.edit(message.revision, (edit) => edit.changeIds(message.ids, message.to))
        break
      case "stamp":
        this.edit(message.revision, (edit) => edit.pasteMask(unpack(message.mask), message.ids, message.over))
        break
      case "hide":
        this.isShown = false
        this.cancel()
        break
      case "go":
        this.go(message.revision)
        break
      case "reopen":
        this.reopen(message.revision)
        break
      case "alone":
        this.compare(undefined)
        break
      case "question":
        this.resolve(message.request, message.question)
    }
    if (!this.isShown && this.stroke === undefined) this.tiles.rest(this.mask)
  }

  /** Keeps the tiles in memory until the mask is hidden. */
  show(): void {
    this.isShown = true
    this.tiles.restore(this.mask)
  }

  private open(source: MaskSource): void {
    this.stroke = undefined
    this.tiles.forget()
    try {
      this.history = new MaskHistory(
        source.kind === "png"
          ? decodeMaskPng(new Uint8Array(source.file))
          : source.kind === "packed"
            ? unpack(source.mask)
            : new TileMask(source.size.width, source.size.height),
        source.kind === "packed" ? source.revision : 0,
      )
    } catch (error) {
      this.reply({ kind: "refused", reason: formatReason(error) })
      return
    }
    this.sendOpened(this.history)
  }

  private sendOpened({ areas, mask, revision }: MaskHistory): void {
    this.reply({ kind: "opened", revision, size: { width: mask.width, height: mask.height }, areas })
  }

  private reopen(revision: number): void {
    this.cancel()
    const { history } = this
    const changed = history?.go(revision)
    if (history === undefined || changed === undefined || changed === false)
      this.reply({ kind: "refused", reason: formatUnknown(revision) })
    else {
      this.sendChanges(changed)
      this.sendOpened(history)
    }
  }

  private updateShading(shading: Shading): void {
    const before = this.shading
    this.shading = shading
    const { mask } = this
    if (mask === undefined || this.tiles.isResting) return
    this.screen.draw(mask, listDifferentTiles(mask, before, shading))
  }

  private begin(at: Point, width: number, paint: Paint): void {
    if (this.history === undefined) return
    this.cancel()
    this.stroke = { edit: new MaskEdit(this.history.mask), width, paint, at }
    this.extend(at)
  }

  private extend(to: Point): void {
    const { stroke } = this
    if (stroke === undefined) return
    stroke.edit.paintStroke(stroke.at, to, stroke.width, stroke.paint)
    this.stroke = { ...stroke, at: to }
    this.sendChanges(stroke.edit.takeDirty())
  }

  private end(revision: number): void {
    const { history, stroke } = this
    if (history === undefined) return
    this.stroke = undefined
    // The label names the revision, also where the stroke was taken back before it ended.
    this.commit(stroke?.edit ?? new MaskEdit(history.mask), revision)
  }

  private cancel(): void {
    const edit = this.stroke?.edit
    this.stroke = undefined
    edit?.revert()
    if (edit !== undefined) this.sendChanges(edit.takeDirty())
  }

  private edit(revision: number, run: (edit: MaskEdit) => void): void {
    if (this.history === undefined) return
    this.cancel()
    const edit = new MaskEdit(this.history.mask)
    try {
      run(edit)
    } catch (error) {
      edit.revert()
      throw error
    }
    this.commit(edit, revision)
  }

  private commit(edit: MaskEdit, revision: number): void {
    const { history } = this
    if (history === undefined) return
    history.commit(edit, revision)
    this.sendChanges(edit.takeDirty())
    this.reply({ kind: "painted", revision, areas: history.areas })
  }

  private go(revision: number): void {
    this.cancel()
    const changed = this.history?.go(revision)
    if (this.history === undefined || changed === undefined) return
    if (changed === false) this.reply({ kind: "fault", reason: formatUnknown(revision) })
    else {
      this.sendChanges(changed)
      this.reply({ kind: "painted", revision, areas: this.history.areas })
    }
  }

  private compare(earlier: TileMask | undefined): void {
    this.earlier = earlier
    const { mask } = this
    if (mask !== undefined) this.screen.draw(mask, mask.listIndices())
  }

  private sendChanges(tiles: ReadonlySet<number>): void {
    this.tiles.drop(tiles)
    if (this.mask !== undefined) this.screen.draw(this.mask, tiles)
  }

  private resolve(request: number, question: Question): void {
    const { mask } = this
    if (mask === undefined && question.kind !== "read") {
      this.reply({ kind: "failed", request, reason: "There is no bitmap." })
      return
    }
    try {
      const answer =
        question.kind === "read"
          ? packMask(decodeMaskPng(new Uint8Array(question.file)), packTile)
          : this.answerQuestion(mask ?? emptyMask, question)
      this.reply({ kind: "answer", request, answer }, answer instanceof ArrayBuffer ? [answer] : [])
    } catch (error) {
      this.reply({ kind: "failed", request, reason: formatReason(error) })
    }
  }

  private answerQuestion(
    mask: TileMask,
    question: Exclude<Question, { kind: "read" }>,
  ): Answers[keyof Answers] {
    switch (question.kind) {
      case "idAt":
        return mask.get(Math.floor(question.at[0]), Math.floor(question.at[1]))
      case "where":
        return computeArea(mask, question.ids)
      case "compare":
        this.compare(readEarlierMask(question.before, mask))
        return findChanges(this.earlier ?? mask, mask)
      case "changes":
        return this.earlier === undefined ? undefined : findChanges(this.earlier, mask)
      case "png":
        return encodeMaskPng(this.tiles.release(mask)).buffer
      case "pack":
        return this.tiles.pack(mask)
    }
  }
}

/** Questions about a bitmap are refused before one is opened. */
const emptyMask = new TileMask(0, 0)

const formatUnknown = (revision: number): string => `The bitmap was never at revision ${revision}.`

export const formatReason = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The bitmap of a file, or an empty one. Throws where its size is not that of the mask. */
const readEarlierMask = (
  { file, ids }: Extract<Question, { kind: "compare" }>["before"],
  { height, width }: TileMask,
): TileMask => {
  const earlier = file === undefined ? new TileMask(width, height) : decodeMaskPng(new Uint8Array(file))
  if (earlier.width !== width || earlier.height !== height)
    throw new Error(`It has ${earlier.width} × ${earlier.height} pixels instead of ${width} × ${height}.`)
  if (ids !== undefined) earlier.mapIds((id) => toOwnId(id, ids))
  return earlier
}

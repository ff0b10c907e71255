/** The revisions of a bitmap that the worker has not reported yet, and what becomes of objects that vanish in them. */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { formatStep, removeAreasIn } from "../../editor/edits/paint.ts"
import { readRevision } from "../../editor/label/areas.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { findPaintedOver } from "./paintRules.ts"
import type { Areas } from "./protocol.ts"

interface PendingRevision {
  readonly revision: number
  readonly ids: Set<number>
  /** The key of the step that what vanishes joins. */
  readonly step: string
}

export class PendingRevisions {
  private readonly pending = new Map<number, PendingRevision>()

  constructor(
    private readonly editor: Editor,
    private readonly frame: number,
  ) {}

  has(revision: number): boolean {
    return this.pending.has(revision)
  }

  /** Adds a revision in which some ids are painted. */
  add(revision: number, ids: ReadonlyArray<number | undefined>): void {
    this.pending.set(revision, {
      revision,
      ids: new Set(ids.filter((id) => id !== undefined)),
      step: formatStep(revision),
    })
  }

  /** Lets what vanishes in a revision join the step with the key. */
  joinStep(revision: number, step: string): void {
    const pending = this.pending.get(revision)
    if (pending !== undefined) this.pending.set(revision, { ...pending, step })
  }

  /** Forgets all revisions: the worker has ended, and reports none of them. */
  clear(): void {
    this.pending.clear()
  }

  /** Takes a revision that the worker reports. */
  take(revision: number): PendingRevision | undefined {
    const painted = this.pending.get(revision)
    this.pending.delete(revision)
    return painted
  }

  /** Removes objects whose last pixel was painted over, in the same step as the stroke that did it. */
  removeVanished(painted: PendingRevision, before: Areas, now: Areas): void {
    const { revision } = painted
    const { editor, frame } = this
    const label = getLabel(editor.state)
    const shown = readRevision(label, frame)
    if (shown !== revision) {
      // Something else was painted meanwhile: what vanishes does so in the step of that.
      const later = shown === undefined ? undefined : this.pending.get(shown)
      for (const id of [...before.keys(), ...painted.ids]) if (!now.has(id)) later?.ids.add(id)
      return
    }
    const keys = findPaintedOver(listAnnotations(label, frame), { before, now, painted: painted.ids })
    if (keys.size > 0)
      editor.update((state) => removeAreasIn(state, "erase", keys, [{ frame, revision }], painted.step))
  }
}

/** The actions of a person that are not done yet: the one that was sent last, and the one that follows it. */
import type { Remarks, WorkAction } from "./work.ts"

/** An action with the remarks of the person. */
interface NamedAction {
  readonly action: WorkAction
  readonly remarks: Remarks
}

export class PendingActions {
  /** The action that was sent last, until it is done. */
  last: NamedAction | undefined
  /** The action that follows a save that is being sent, or a claim. */
  next: NamedAction | undefined
  /** The reason of a rejection that was not stored yet. */
  private comment: { readonly sample: string; readonly text: string } | undefined

  takeNext(): NamedAction | undefined {
    const { next } = this
    this.next = undefined
    return next
  }

  /** Notes that an action is stored. All but a save end the work on the sample. */
  end(action: WorkAction): void {
    this.last = undefined
    if (action !== "save") this.comment = undefined
  }

  /** Forgets the actions, but not what was written. */
  drop(): void {
    this.last = undefined
    this.next = undefined
  }

  /** Keeps the reason of a rejection until it is stored. */
  keepComment(sample: string, { comment }: Remarks): void {
    if (comment !== undefined) this.comment = { sample, text: comment }
  }

  readComment(sample: string): string {
    return this.comment?.sample === sample ? this.comment.text : ""
  }
}

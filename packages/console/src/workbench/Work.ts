/** The work on the open sample, which the stage and the panels of a workbench share. */
import { createContext, type ReactNode, useContext } from "react"
import type { Finding } from "./check/Finding.ts"
import type { Warnings } from "./check/useWarnings.ts"
import type { Editor } from "./editor/Editor.ts"
import type { Adjudication } from "./panels/adjudication/useAdjudication.ts"
import type { Issues } from "./panels/issues/useIssues.ts"
import type { ObjectListing } from "./panels/objects/useObjectListing.ts"
import type { ReviewedLabel } from "./panels/review/listReviewReasons.ts"
import type { ReviewState } from "./panels/review/useReview.ts"
import type { Dismissals } from "./session/check.ts"

export interface Work {
  readonly editor: Editor
  /** Gives the keys to the canvas. */
  readonly focusStage: () => void
  /** Dismisses warnings; absent where nobody may. */
  readonly dismissals: Dismissals | undefined
  readonly warnings: Warnings
  readonly findings: ReadonlyArray<Finding>
  /** The number of warnings of the shown frame by object. */
  readonly counts: ReadonlyMap<string, number>
  /** The objects of the shown frame with warnings. */
  readonly warned: ReadonlySet<string>
  /** The frames with warnings. */
  readonly warnedFrames: ReadonlySet<number>
  /** The list of objects as the person arranged it. */
  readonly objects: ObjectListing
  readonly issues: Issues
  readonly review: ReviewState
  /** The label that a reviewer decides on, with the rules of its review; undefined where every label is reviewed. */
  readonly reviewed: ReviewedLabel | undefined
  /** The labels of several people, between which a reviewer decides; undefined where one person labeled the sample. */
  readonly adjudication: Adjudication | undefined
  /** The panel of work beside the label; undefined without such work. */
  readonly taskPanel: ReactNode
  /** The settings of how objects are drawn: whether they are on the screen. */
  readonly display: { readonly isOpen: boolean; readonly setOpen: (isOpen: boolean) => void }
  /** Whether the file of the sample was shown. */
  readonly isShown: boolean
}

export const WorkContext = createContext<Work | undefined>(undefined)

export const useWork = (): Work => {
  const work = useContext(WorkContext)
  if (work === undefined) throw new Error("The component has no workbench around it.")
  return work
}

/** Whether the file of the sample was shown. A header may stand there before its workbench. */
export const useIsShown = (): boolean => useContext(WorkContext)?.isShown === true

/** The edits of links. Two objects are linked in the order in which they were selected. */
import { type EditorState, getLabel } from "../EditorState.ts"
import type { Json } from "../json/value.ts"
import type { Annotation } from "../label/annotation.ts"
import {
  type Link,
  type LinkProblem,
  linkProblem,
  removeLink,
  withLink,
  withLinkAttribute,
} from "../label/links.ts"
import { findAnywhere } from "../sensorLabels.ts"
import { applyEdit, type Setting } from "./edit.ts"

/** The two selected objects, and why they cannot be linked. */
export interface LinkOffer {
  readonly from: Annotation
  readonly to: Annotation
  readonly problem: LinkProblem | undefined
}

/** Finds what can be linked; undefined unless exactly two objects of the frame are selected, of one sensor or of two. */
export const linkOffer = (state: EditorState, setting: Setting): LinkOffer | undefined => {
  const label = getLabel(state)
  const [from, to, ...others] = [...state.selected].map((key) => findAnywhere(state, key))
  if (from === undefined || to === undefined || others.length > 0) return undefined
  const category = setting.configuration.categories.find(({ id }) => id === from.categoryId)
  const allowed = setting.restrictsLinks === true ? category?.linksTo : undefined
  return { from, to, problem: linkProblem(label, from, to, allowed) }
}

/** Links the first selected object to the second. */
export const linkSelected = (state: EditorState, setting: Setting): EditorState => {
  const offer = linkOffer(state, setting)
  return offer === undefined || offer.problem !== undefined
    ? state
    : applyEdit(state, "link", withLink(getLabel(state), offer.from, offer.to))
}

export const removeLinkFrom = (state: EditorState, link: Link): EditorState =>
  applyEdit(state, "unlink", removeLink(getLabel(state), link))

/** Sets an attribute of a link. Typing into one field is one step. */
export const setLinkAttribute = (
  state: EditorState,
  link: Link,
  name: string,
  value: Json | undefined,
): EditorState =>
  applyEdit(
    state,
    "linkAttribute",
    withLinkAttribute(getLabel(state), link, name, value),
    typeof value === "string" ? `link ${link.from} ${link.to} ${name}` : null,
  )

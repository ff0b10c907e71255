/** The shadow tree of a component: neither the application's styles nor the component's reach the other. */
import { makeStyleSheet, rootClass } from "./styles.ts"

/** The elements inside of a shadow tree. */
export interface Frame {
  /** Has the variables and the colour scheme. */
  readonly root: HTMLElement
  /** The element that the component draws into. */
  readonly content: HTMLElement
  /** The element in which dialogs, menus and hints are put. */
  readonly layers: HTMLElement
}

/** `workbench` fills the height of its host. */
export type Kind = "workbench" | "webhooks"

/** The frame in an element, which is made when it is wanted first. */
export const makeFrame = (host: HTMLElement, kind: Kind): Frame => {
  host.dataset.annotary = kind
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: "open" })
  const present = shadow.querySelector<HTMLElement>(`.${rootClass}`)
  const [content, layers] = present?.querySelectorAll<HTMLElement>(":scope > div") ?? []
  if (present !== null && content !== undefined && layers !== undefined)
    return { root: present, content, layers }
  shadow.adoptedStyleSheets = [makeStyleSheet()]
  const made = {
    root: makeElement(rootClass),
    content: makeElement("annotary-content"),
    layers: makeElement(""),
  }
  made.root.append(made.content, made.layers)
  shadow.append(made.root)
  made.root.style.setProperty("--mantine-scale", String(measureScale(made.layers)))
  return made
}

/**
 * Lengths of the components count in the font size of the page's root element, which an application may have changed. The scale takes that
 * back, and leaves what the person has chosen as the font size of the browser.
 */
const measureScale = (probe: HTMLElement): number => {
  probe.style.fontSize = "medium"
  const chosen = Number.parseFloat(getComputedStyle(probe).fontSize)
  probe.style.removeProperty("font-size")
  const ofPage = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return chosen > 0 && ofPage > 0 ? chosen / ofPage : 1
}

const makeElement = (name: string): HTMLElement => {
  const made = document.createElement("div")
  made.className = name
  return made
}

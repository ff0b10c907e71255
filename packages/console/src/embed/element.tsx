/** The entry point for every other page: the workbench and the webhook pages as custom elements. Brings its own React. */
import { createElement, lazy, type ReactNode, Suspense } from "react"
import { createRoot, type Root } from "react-dom/client"
import { type Frame, type Kind, makeFrame } from "./shadow.ts"
import type {
  EmbedOptions,
  FailureEvent,
  Language,
  QueueEmptyEvent,
  UndoneEvent,
  WorkEvent,
} from "./types.ts"

export type {
  EmbedOptions,
  FailureEvent,
  Language,
  QueueEmptyEvent,
  SampleReference,
  UndoneEvent,
  WorkEvent,
} from "./types.ts"

const Workbench = lazy(() => import("./EmbeddedWorkbench.tsx"))
const Webhooks = lazy(() => import("./EmbeddedWebhooks.tsx"))

/** The file can also be imported where there is no browser, such as on a server that draws pages. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? Object

/** The events of the elements. They bubble, and leave shadow trees. */
export interface AnnotaryEvents {
  readonly "annotary-submitted": CustomEvent<WorkEvent>
  readonly "annotary-saved": CustomEvent<WorkEvent>
  readonly "annotary-skipped": CustomEvent<WorkEvent>
  readonly "annotary-undone": CustomEvent<UndoneEvent>
  readonly "annotary-queue-empty": CustomEvent<QueueEmptyEvent>
  readonly "annotary-error": CustomEvent<FailureEvent>
}

/** The attributes and properties of {@link EmbedOptions}, and the life of an element. */
abstract class AnnotaryElement extends Base {
  static readonly observedAttributes: ReadonlyArray<string> = [
    "base-url",
    "token",
    "language",
    "color-scheme",
    "dataset",
    "step",
    "owner",
  ]

  private reactRoot: Root | undefined
  private tokenGiven: EmbedOptions["token"]
  private fetchGiven: EmbedOptions["fetch"]

  /** The token, or a function that fetches one. The attribute `token` counts without it. */
  get token(): EmbedOptions["token"] {
    return this.tokenGiven ?? this.getAttribute("token") ?? undefined
  }
  set token(token: EmbedOptions["token"]) {
    this.tokenGiven = token
    this.draw()
  }

  /** Sends the requests. */
  get fetch(): EmbedOptions["fetch"] {
    return this.fetchGiven
  }
  set fetch(send: EmbedOptions["fetch"]) {
    this.fetchGiven = send
    this.draw()
  }

  connectedCallback(): void {
    this.adopt("token")
    this.adopt("fetch")
    this.draw()
  }

  /** A property that was set before the element was defined hides the accessors until it is set again. */
  private adopt(name: "fetch" | "token"): void {
    if (!Object.hasOwn(this, name)) return
    const propertyValue = Object.getOwnPropertyDescriptor(this, name)?.value
    Reflect.deleteProperty(this, name)
    this[name] = propertyValue
  }

  attributeChangedCallback(): void {
    this.draw()
  }

  disconnectedCallback(): void {
    // An element that is moved is connected again at once.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.reactRoot?.unmount()
      this.reactRoot = undefined
    })
  }

  /** @internal */
  protected abstract readonly kind: Kind
  /** @internal */
  protected abstract view(frame: Frame): ReactNode

  /** @internal */
  protected options(): EmbedOptions & { readonly onError: (event: FailureEvent) => void } {
    return {
      baseUrl: this.getAttribute("base-url") ?? undefined,
      token: this.token,
      fetch: this.fetchGiven,
      language: pickKnown(this.getAttribute("language"), languages),
      colorScheme: pickKnown(this.getAttribute("color-scheme"), schemes),
      onError: (detail) => this.emit("annotary-error", detail),
    }
  }

  /** @internal */
  protected emit<Name extends keyof AnnotaryEvents>(
    name: Name,
    detail: AnnotaryEvents[Name]["detail"],
  ): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  private draw(): void {
    if (!this.isConnected) return
    const frame = makeFrame(this, this.kind)
    this.reactRoot ??= createRoot(frame.content)
    this.reactRoot.render(createElement(Suspense, null, this.view(frame)))
  }
}

/** `<annotary-workbench dataset="owner/name" step="labeling" base-url="https://annotary.example.com">` */
export class AnnotaryWorkbenchElement extends AnnotaryElement {
  /** @internal */
  protected override readonly kind = "workbench"

  /** @internal */
  protected override view(frame: Frame): ReactNode {
    const options = {
      ...this.options(),
      dataset: this.getAttribute("dataset") ?? "",
      step: pickKnown(this.getAttribute("step"), steps),
      onSubmitted: (detail: WorkEvent) => this.emit("annotary-submitted", detail),
      onSaved: (detail: WorkEvent) => this.emit("annotary-saved", detail),
      onSkipped: (detail: WorkEvent) => this.emit("annotary-skipped", detail),
      onUndone: (detail: UndoneEvent) => this.emit("annotary-undone", detail),
      onQueueEmpty: (detail: QueueEmptyEvent) => this.emit("annotary-queue-empty", detail),
    }
    return <Workbench frame={frame} options={options} />
  }
}

/** `<annotary-webhooks owner="acme" base-url="https://annotary.example.com">` */
export class AnnotaryWebhooksElement extends AnnotaryElement {
  /** @internal */
  protected override readonly kind = "webhooks"

  /** @internal */
  protected override view(frame: Frame): ReactNode {
    const options = { ...this.options(), owner: this.getAttribute("owner") ?? undefined }
    return <Webhooks frame={frame} options={options} />
  }
}

const languages = ["en", "de"] as const satisfies ReadonlyArray<Language>
const schemes = ["auto", "light", "dark"] as const
const steps = ["labeling", "reviewing"] as const

const pickKnown = <A extends string>(value: string | null, known: ReadonlyArray<A>): A | undefined =>
  known.find((one) => one === value)

/** A page may load the file twice, such as from two of its parts. */
const define = (name: string, element: CustomElementConstructor): void => {
  if (globalThis.customElements?.get(name) === undefined) globalThis.customElements?.define(name, element)
}

define("annotary-workbench", AnnotaryWorkbenchElement)
define("annotary-webhooks", AnnotaryWebhooksElement)

declare global {
  interface HTMLElementTagNameMap {
    "annotary-workbench": AnnotaryWorkbenchElement
    "annotary-webhooks": AnnotaryWebhooksElement
  }
  interface HTMLElementEventMap extends AnnotaryEvents {}
}

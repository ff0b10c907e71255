/** The types of the components that an application shows. */

/** The languages of the components. */
export type Language = "en" | "de"

/** The address of the API, and the look of the components. */
export interface EmbedOptions {
  /** The address of the API, such as `https://annotary.example.com`. By default the origin of the page. */
  readonly baseUrl?: string | undefined
  /**
   * The token of the requests, or a function that fetches one: it is called before the first request, and again when the server does not
   * accept the token any more. Without a token, `fetch` must add the
   * credentials: cookies are never sent.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** Sends the requests. By default the browser's `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** By default the first language of the browser that the components speak. */
  readonly language?: Language | undefined
  /** `auto`, the default, follows the settings of the person's system. */
  readonly colorScheme?: "auto" | "light" | "dark" | undefined
}

/** A sample, as events name it. */
export interface SampleReference {
  readonly uuid: string
  readonly name: string
}

/** Work on a sample that was stored. */
export interface WorkEvent {
  readonly action: "submit" | "save" | "skip" | "accept" | "reject"
  readonly sample: SampleReference
}

/** Work that its person has taken back: the label and the sample are as before it. */
export interface UndoneEvent {
  readonly action: "submit" | "accept"
  readonly sample: SampleReference
}

/** The queue has nothing more for the person. */
export interface QueueEmptyEvent {
  /** The number of samples that were sent before. */
  readonly sent: number
}

/** Why something failed. */
export interface FailureEvent {
  /** The `code` of the API's problem; `unreachable` without an answer; `unknown` for all else. */
  readonly code: string
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined
  readonly message: string
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined
}

/** The sample that the workbench shows, and its reports. */
export interface WorkbenchOptions extends EmbedOptions {
  /** `owner/name`. */
  readonly dataset: string
  /** The queue whose samples are shown. By default `labeling`. */
  readonly step?: "labeling" | "reviewing" | undefined
  /** Called when a sample was submitted, accepted or rejected. */
  readonly onSubmitted?: ((event: WorkEvent) => void) | undefined
  readonly onSaved?: ((event: WorkEvent) => void) | undefined
  readonly onSkipped?: ((event: WorkEvent) => void) | undefined
  /** Called when a submission that was reported before is taken back. */
  readonly onUndone?: ((event: UndoneEvent) => void) | undefined
  readonly onQueueEmpty?: ((event: QueueEmptyEvent) => void) | undefined
  readonly onError?: ((event: FailureEvent) => void) | undefined
}

/** The account that the webhook pages show, and their reports. */
export interface WebhooksOptions extends EmbedOptions {
  /** The account whose webhooks are shown: an organization. By default the person of the token. */
  readonly owner?: string | undefined
  readonly onError?: ((event: FailureEvent) => void) | undefined
}

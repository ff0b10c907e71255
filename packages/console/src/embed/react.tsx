"use client"

/** The entry point for React: the workbench and the webhook pages as components. */
import { type CSSProperties, lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { type Frame, type Kind, makeFrame } from "./shadow.ts"
import type { WebhooksOptions, WorkbenchOptions } from "./types.ts"

export type {
  EmbedOptions,
  FailureEvent,
  Language,
  QueueEmptyEvent,
  SampleReference,
  UndoneEvent,
  WebhooksOptions,
  WorkbenchOptions,
  WorkEvent,
} from "./types.ts"

/** The place of a component on the page. */
export interface PlaceProps {
  readonly className?: string | undefined
  /** The workbench is 720 pixels high unless this, or a style sheet, says otherwise. */
  readonly style?: CSSProperties | undefined
}

/** The properties of {@link AnnotaryWorkbench}. */
export interface WorkbenchProps extends WorkbenchOptions, PlaceProps {}

/** The properties of {@link AnnotaryWebhooks}. */
export interface WebhooksProps extends WebhooksOptions, PlaceProps {}

const Workbench = lazy(() => import("./EmbeddedWorkbench.tsx"))
const Webhooks = lazy(() => import("./EmbeddedWebhooks.tsx"))

/** The workbench: shows one sample of a dataset's queue after the other, to label or to review. */
export const AnnotaryWorkbench = ({ className, style, ...options }: WorkbenchProps): ReactNode => (
  <Shadow kind="workbench" className={className} style={style}>
    {(frame) => <Workbench frame={frame} options={options} />}
  </Shadow>
)

/** The webhook pages of one account: endpoints with their secrets, tests and deliveries. */
export const AnnotaryWebhooks = ({ className, style, ...options }: WebhooksProps): ReactNode => (
  <Shadow kind="webhooks" className={className} style={style}>
    {(frame) => <Webhooks frame={frame} options={options} />}
  </Shadow>
)

interface ShadowProps extends PlaceProps {
  readonly kind: Kind
  readonly children: (frame: Frame) => ReactNode
}

const Shadow = ({ children, className, kind, style }: ShadowProps) => {
  const host = useRef<HTMLDivElement>(null)
  const [frame, setFrame] = useState<Frame>()
  useLayoutEffect(() => {
    if (host.current !== null) setFrame(makeFrame(host.current, kind))
  }, [kind])
  return (
    <div ref={host} className={className} style={style}>
      {frame === undefined ? null : createPortal(<Suspense>{children(frame)}</Suspense>, frame.content)}
    </div>
  )
}

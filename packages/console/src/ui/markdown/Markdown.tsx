/** A text in Markdown. The libraries that read it are loaded with the first text. */
import { Skeleton } from "@mantine/core"
import { lazy, Suspense } from "react"

const MarkdownText = lazy(() => import("./MarkdownText.tsx"))

interface MarkdownProps {
  readonly text: string
  /** The level of its highest heading: one below the heading of its section. */
  readonly first: number
}

export const Markdown = (props: MarkdownProps) => (
  <Suspense fallback={<Skeleton h={120} />}>
    <MarkdownText {...props} />
  </Suspense>
)

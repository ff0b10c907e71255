/**
 * Markdown that strangers wrote, as elements. HTML in it is left out, links lead to the web alone and pass nothing on, and images of
 * other servers are loaded by a click: these would learn who reads.
 */
import { Box, Code, Text } from "@mantine/core"
import { createContext, type ReactNode, use } from "react"
import { useTranslation } from "react-i18next"
import Markdown, { type Components } from "react-markdown"
import rehypeSanitize from "rehype-sanitize"
import remarkGfm from "remark-gfm"
import { useSurroundings } from "../../app/Surroundings.ts"
import { toVisibleText } from "../visibleText.ts"
import { ForeignImage } from "./ForeignImage.tsx"
import { isAssetAddress, parseWebAddress } from "./links.ts"
import classes from "./markdown.module.css"
import { makeOutline } from "./outline.ts"

/** A button may not lie in a link. */
const InLink = createContext(false)

const Image = ({ alt, src }: { readonly alt?: string | undefined; readonly src?: unknown }) => {
  const url = parseWebAddress(typeof src === "string" ? src : undefined)
  const isInLink = use(InLink)
  const { server = location.origin } = useSurroundings()
  if (url !== undefined && isAssetAddress(url, server))
    return <img src={url.href} alt={alt ?? ""} loading="lazy" />
  return url === undefined || isInLink ? alt : <ForeignImage url={url} alt={alt ?? ""} />
}

const ForeignLink = ({
  children,
  href,
}: {
  readonly children?: ReactNode
  readonly href?: string | undefined
}) => {
  const url = parseWebAddress(href)
  if (url === undefined) return <span>{children}</span>
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      <InLink value>{children}</InLink>
    </a>
  )
}

/** Wide content scrolls alone. */
const Scrolling = ({ children }: { readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: somebody without a pointer scrolls it by keys
  <div className={classes.scroll} tabIndex={0}>
    {children}
  </div>
)

const components: Components = {
  a: ({ children, href }) => <ForeignLink href={href}>{children}</ForeignLink>,
  img: ({ alt, src }) => <Image alt={alt} src={src} />,
  pre: ({ children }) => (
    <Scrolling>
      <pre>{children}</pre>
    </Scrolling>
  ),
  table: ({ children }) => (
    <Scrolling>
      <table>{children}</table>
    </Scrolling>
  ),
  // The boxes of task lists cannot be changed, so that they are signs.
  input: ({ checked }) => (checked === true ? "☑ " : "☐ "),
}

/** A longer text would make the page wait. */
const longest = 100_000

interface MarkdownTextProps {
  readonly text: string
  /** The level of its highest heading. */
  readonly first: number
}

const MarkdownText = ({ first, text }: MarkdownTextProps) => {
  const { t } = useTranslation("ui")
  if (text.length > longest)
    return (
      <Box>
        <Text size="sm" c="dimmed" mb="xs">
          {t("markdown.long")}
        </Text>
        <Code block mah={480} style={{ overflow: "auto", whiteSpace: "pre-wrap" }} tabIndex={0}>
          {toVisibleText(text)}
        </Code>
      </Box>
    )
  return (
    <div className={classes.text}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize, [makeOutline, { first }]]}
        components={components}
      >
        {toVisibleText(text)}
      </Markdown>
    </div>
  )
}

export default MarkdownText

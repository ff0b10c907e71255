/** An image of another server. A button names the server; its click loads the image. */
import { Button, Text } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"

interface ForeignImageProps {
  readonly url: URL
  readonly alt: string
}

export const ForeignImage = ({ alt, url }: ForeignImageProps) => {
  const { t } = useTranslation("ui")
  const [state, setState] = useState<"waiting" | "shown" | "failed">("waiting")
  if (state === "failed")
    return (
      <Text span size="sm" c="dimmed" role="status">
        {t("markdown.imageFailed", { url: url.href })}
      </Text>
    )
  if (state === "shown")
    return <img src={url.href} alt={alt} referrerPolicy="no-referrer" onError={() => setState("failed")} />
  return (
    <Button variant="default" size="compact-sm" maw="100%" title={url.href} onClick={() => setState("shown")}>
      {alt === "" ? t("markdown.load", { host: url.host }) : t("markdown.loadNamed", { alt, host: url.host })}
    </Button>
  )
}

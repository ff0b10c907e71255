/** The labeling guide between the canvas and the panels. Below the canvas on small screens, above it while it is to be read. */
import { Button, CloseButton, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { Markdown } from "../../ui/markdown/Markdown.tsx"
import classes from "./guide.module.css"
import type { Guide } from "./useGuide.ts"

export const GuidePanel = ({ guide }: { readonly guide: Guide }) => {
  const { t } = useTranslation("workbench")
  return (
    <aside className={classes.guide} aria-label={t("guide.title")}>
      <div className={classes.heading}>
        <h3 className={classes.title}>{t("guide.title")}</h3>
        <CloseButton size="sm" aria-label={t("guide.close")} onClick={guide.toggle} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: somebody without a pointer scrolls it by keys */}
      <section className={classes.text} tabIndex={0} aria-label={t("guide.text")}>
        <Markdown text={guide.text} first={4} />
      </section>
      {guide.isUnread ? (
        <div className={classes.foot}>
          <Text size="xs" c={guide.error === null ? "dimmed" : "red"} role="status">
            {guide.error === null ? t("guide.unread") : guide.error.message}
          </Text>
          <Button size="xs" variant="light" loading={guide.isSending} onClick={guide.acknowledge}>
            {t("guide.acknowledge")}
          </Button>
        </div>
      ) : null}
    </aside>
  )
}

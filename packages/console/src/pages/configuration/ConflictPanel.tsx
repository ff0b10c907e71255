/** Shown when somebody else has saved a version since the document was opened. Both texts stay. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Version } from "./calls.ts"
import { Difference } from "./history/Difference.tsx"
import { toReadable } from "./model/arranged.ts"
import type { OpenDocument } from "./useDocument.ts"

interface ConflictPanelProps {
  readonly document: OpenDocument
  readonly latest: Version
}

export const ConflictPanel = ({ document, latest }: ConflictPanelProps) => {
  const { t } = useTranslation("configuration")
  const [isShown, setShown] = useState(false)
  const theirs = toReadable(latest.text)
  return (
    <Alert
      color="orange"
      role="alert"
      title={
        // The orange of the frame has too little contrast for words.
        <Text span inherit c="var(--mantine-color-text)">
          {t("conflict.title", { version: latest.number })}
        </Text>
      }
    >
      <Stack gap="xs">
        <Text size="sm">{t("conflict.text", { base: document.base.number })}</Text>
        {isShown ? (
          <>
            <Text size="xs">{t("conflict.theirs")}</Text>
            <Difference label={t("conflict.theirs")} before={document.base.text} after={theirs} />
            <Text size="xs">{t("conflict.yours")}</Text>
            <Difference label={t("conflict.yours")} before={document.base.text} after={document.text} />
          </>
        ) : null}
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {t("conflict.show")}
          </Button>
          <Button size="xs" variant="default" onClick={() => document.rebase(latest, latest.text)}>
            {t("conflict.take")}
          </Button>
          <Button size="xs" variant="default" onClick={() => document.rebase(latest)}>
            {t("conflict.keep")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

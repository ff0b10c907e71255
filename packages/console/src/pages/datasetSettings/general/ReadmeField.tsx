/** The readme of a dataset, written in Markdown, with a preview that shows what its overview will show. */
import { Box, Fieldset, SegmentedControl, Stack, Text, Textarea } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Markdown } from "../../../ui/markdown/Markdown.tsx"

interface ReadmeFieldProps {
  readonly value: string
  readonly readOnly: boolean
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

export const ReadmeField = ({ error, onChange, readOnly, value }: ReadmeFieldProps) => {
  const { t } = useTranslation("datasetSettings")
  const [view, setView] = useState(readOnly ? "preview" : "write")
  return (
    <Fieldset legend={t("readme")}>
      <Stack gap="xs">
        {readOnly ? null : (
          <SegmentedControl
            aria-label={t("readmeView")}
            w="fit-content"
            value={view}
            onChange={setView}
            data={[
              { value: "write", label: t("write") },
              { value: "preview", label: t("preview") },
            ]}
          />
        )}
        {view === "write" ? (
          <Textarea
            aria-label={t("readme")}
            description={t("readmeHint")}
            autosize
            minRows={12}
            maxRows={30}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            value={value}
            error={error}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <Box mih={240} role="region" aria-label={t("preview")}>
            {value.trim() === "" ? (
              <Text c="dimmed">{t("noReadme")}</Text>
            ) : (
              <Markdown text={value} first={2} />
            )}
          </Box>
        )}
      </Stack>
    </Fieldset>
  )
}

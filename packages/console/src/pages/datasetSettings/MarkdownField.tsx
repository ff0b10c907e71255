/** A text of a dataset, written in Markdown, with a preview that shows what others will see. */
import { Box, Fieldset, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { Markdown } from "../../ui/markdown/Markdown.tsx"

interface MarkdownFieldProps {
  readonly legend: string
  /** The name of the choice between writing and the preview. */
  readonly viewName: string
  readonly hint: string
  /** Stands in the preview of a text that is empty. */
  readonly empty: string
  readonly value: string
  readonly readOnly: boolean
  readonly error: string | undefined
  readonly onChange: (text: string) => void
  /** Stands beside the choice while somebody writes. */
  readonly actions?: ReactNode
}

export const MarkdownField = (props: MarkdownFieldProps) => {
  const { t } = useTranslation("datasetSettings")
  const { readOnly, value } = props
  const [view, setView] = useState(readOnly ? "preview" : "write")
  return (
    <Fieldset legend={props.legend}>
      <Stack gap="xs">
        {readOnly ? null : (
          <Group justify="space-between">
            <SegmentedControl
              aria-label={props.viewName}
              w="fit-content"
              value={view}
              onChange={setView}
              data={[
                { value: "write", label: t("write") },
                { value: "preview", label: t("preview") },
              ]}
            />
            {view === "write" ? props.actions : null}
          </Group>
        )}
        {view === "write" ? (
          <Textarea
            aria-label={props.legend}
            description={props.hint}
            autosize
            minRows={12}
            maxRows={30}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            value={value}
            error={props.error}
            onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
          />
        ) : (
          <Box mih={240} role="region" aria-label={t("preview")}>
            {value.trim() === "" ? (
              <Text c="dimmed">{props.empty}</Text>
            ) : (
              <Markdown text={value} first={2} />
            )}
          </Box>
        )}
      </Stack>
    </Fieldset>
  )
}

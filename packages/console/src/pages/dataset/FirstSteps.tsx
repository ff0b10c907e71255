/** The first steps in a dataset without samples, as far as the caller may take them. */
import { List, Stack, Text, Title } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { toDatasetPath } from "../../api/dataset.ts"
import { CopyField } from "../../ui/CopyField.tsx"
import { formatCurl } from "../../ui/curl.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"

const steps = [
  { name: "configuration", to: "/d/$owner/$dataset/configuration", needs: "configure" },
  { name: "import", to: "/d/$owner/$dataset/import", needs: "import" },
  { name: "people", to: "/d/$owner/$dataset/settings", needs: "edit_collaborators", view: "people" },
] as const

const example = { name: "image-1", attributes: { image: { url: "https://example.com/image-1.jpg" } } }

export const FirstSteps = ({ dataset }: { readonly dataset: Wire<"Dataset"> }) => {
  const { t } = useTranslation("dataset")
  const { full_name: name, permissions } = dataset
  const possible = steps.filter(({ needs }) => permissions.includes(needs))
  if (possible.length === 0) return null
  return (
    <Stack component="section" gap="sm" maw={720}>
      <Title order={2}>{t("nextSteps.title")}</Title>
      <List type="ordered" spacing="xs">
        {possible.map((step) => (
          <List.Item key={step.name}>
            <LinkAnchor
              fw={600}
              to={step.to}
              params={toDatasetPath(dataset)}
              {...("view" in step ? { search: { view: step.view } } : {})}
            >
              {t(`firstSteps.${step.name}.name`)}
            </LinkAnchor>
            <Text size="sm" c="dimmed">
              {t(`firstSteps.${step.name}.text`)}
            </Text>
          </List.Item>
        ))}
      </List>
      {permissions.includes("edit_samples") ? (
        <>
          <Text c="dimmed">{t("firstSteps.api")}</Text>
          <CopyField value={formatCurl("POST", `/datasets/${name}/samples/`, example)} />
        </>
      ) : null}
    </Stack>
  )
}

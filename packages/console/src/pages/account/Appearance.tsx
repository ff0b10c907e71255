/** Sets how the console looks, and the language that it speaks. Both are kept in this browser. */
import {
  Group,
  type MantineColorScheme,
  SegmentedControl,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from "@mantine/core"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import { languages, speak } from "../../words/i18n.ts"

const schemes = ["auto", "light", "dark"] as const satisfies ReadonlyArray<MantineColorScheme>

const spoken = ["en", "de"] as const

export const Appearance = () => {
  const { i18n, t } = useTranslation("account")
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [schemeId, languageId] = [useId(), useId()]
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t("appearance")}</Title>
      <Group gap="sm">
        <Text id={schemeId} w={{ base: "100%", xs: 140 }} c="dimmed">
          {t("colors")}
        </Text>
        <SegmentedControl
          aria-labelledby={schemeId}
          value={colorScheme}
          onChange={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? "auto")}
          data={schemes.map((value) => ({ value, label: t(`schemes.${value}`) }))}
        />
      </Group>
      <Group gap="sm">
        <Text id={languageId} w={{ base: "100%", xs: 140 }} c="dimmed">
          {t("language")}
        </Text>
        <SegmentedControl
          aria-labelledby={languageId}
          value={i18n.language}
          onChange={(value) => speak(spoken.find((language) => language === value) ?? "en")}
          data={spoken.map((value) => ({ value, label: languages[value] }))}
        />
      </Group>
    </Stack>
  )
}

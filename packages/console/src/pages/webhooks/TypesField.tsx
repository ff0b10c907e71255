/** Which events an endpoint gets: by group, with a box for each group and each type. */
import { Box, Checkbox, Fieldset, Input, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { makeEventTypesQuery } from "./calls.ts"
import { groupEvents, listSelectedTypes, toSelectors } from "./eventGroups.ts"

interface TypesFieldProps {
  /** Selectors; empty: all about datasets. */
  readonly value: ReadonlyArray<string>
  readonly error: string | undefined
  readonly onChange: (value: ReadonlyArray<string>) => void
}

export const TypesField = ({ error: problem, onChange, value }: TypesFieldProps) => {
  const { t } = useTranslation("webhooks")
  const { data: known = [], error, refetch } = useQuery(makeEventTypesQuery(useApi()))
  const types = known.map((type) => type.event_type)
  const chosen = listSelectedTypes(value, types)
  const set = (some: ReadonlyArray<string>, isOn: boolean) => {
    const rest = chosen.filter((type) => !some.includes(type))
    onChange(toSelectors(isOn ? [...rest, ...some] : rest, types))
  }
  return (
    <Fieldset legend={t("form.types")}>
      <Stack gap="sm">
        <ProblemPanel error={error} onRetry={() => refetch()} />
        {problem === undefined ? null : <Input.Error role="alert">{problem}</Input.Error>}
        <Text size="sm" c="dimmed">
          {value.length === 0 ? t("form.typesAll") : t("form.typesSome", { count: chosen.length })}
        </Text>
        <Box
          style={{ display: "grid", gap: 16, gridTemplateColumns: "repeat(auto-fill, minmax(200px, 1fr))" }}
        >
          {groupEvents(types).map(({ name, types: ofGroup }) => {
            const count = ofGroup.filter((type) => chosen.includes(type)).length
            return (
              <Stack gap="xs" key={name} role="group" aria-label={name}>
                <Checkbox
                  label={`${name}.*`}
                  fw={600}
                  checked={count === ofGroup.length}
                  indeterminate={count > 0 && count < ofGroup.length}
                  onChange={({ currentTarget: { checked } }) => set(ofGroup, checked)}
                />
                {ofGroup.map((type) => (
                  <Checkbox
                    key={type}
                    ml="md"
                    size="xs"
                    label={type}
                    title={known.find((one) => one.event_type === type)?.description}
                    checked={chosen.includes(type)}
                    onChange={({ currentTarget: { checked } }) => set([type], checked)}
                  />
                ))}
              </Stack>
            )
          })}
        </Box>
      </Stack>
    </Fieldset>
  )
}

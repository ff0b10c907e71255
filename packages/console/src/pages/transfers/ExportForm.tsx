/** The choices of a new export. */
import { Alert, Autocomplete, Button, Checkbox, Grid, Select, Stack, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeDatasetQuery } from "../../api/dataset.ts"
import { statuses } from "../../api/statuses.ts"
import { ChangeForm } from "../../ui/ChangeForm.tsx"
import { ManySelect } from "../../ui/ManySelect.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useChange } from "../../ui/useChange.ts"
import { makeCollaboratorsQuery } from "../datasetSettings/people/calls.ts"
import { makeReleasesQuery } from "../releases/calls.ts"
import { sampleFilters } from "../samples/filters.ts"
import type { SampleSearch } from "../samples/search.ts"
import { createExport, formatsQuery, makeExportsQuery } from "./calls.ts"
import {
  type ExportFields,
  exportRequest,
  isComplete,
  makeInitialFields,
  parseSplits,
} from "./exportOptions.ts"

interface ExportFormProps {
  readonly path: DatasetPath
  /** The filters of the samples that one came from. */
  readonly search: SampleSearch
}

export const ExportForm = ({ path, search }: ExportFormProps) => {
  const { t } = useTranslation("transfers")
  const [fields, setFields] = useState(() => makeInitialFields(search))
  const create = useChange(() => createExport(path, exportRequest(fields, search.meta)), {
    stale: [makeExportsQuery(path)],
  })
  const isWider = sampleFilters.some(({ isExported, key }) => !isExported && search[key] !== undefined)
  return (
    <ChangeForm change={create}>
      <Stack gap="md" maw={960}>
        {isWider ? <Alert color="yellow">{t("export.wider")}</Alert> : null}
        {search.meta === undefined ? null : <Alert>{t("export.metadata", { filter: search.meta })}</Alert>}
        <Fields path={path} fields={fields} onChange={(change) => setFields({ ...fields, ...change })} />
        <ProblemPanel error={create.error} />
        <Button type="submit" w="fit-content" disabled={!isComplete(fields)} loading={create.isPending}>
          {t("export.start")}
        </Button>
      </Stack>
    </ChangeForm>
  )
}

interface FieldsProps {
  readonly path: DatasetPath
  readonly fields: ExportFields
  readonly onChange: (change: Partial<ExportFields>) => void
}

const fileChoices = ["leave", "link", "copy"] as const
const keyframeChoices = ["keep", "expand"] as const
const coordinateChoices = ["sensor", "ego", "world"] as const

const switches = ["keepOrientation", "spreadsheet", "croissant", "strict"] as const

const Fields = ({ fields, onChange, path }: FieldsProps) => {
  const { t } = useTranslation(["transfers", "samples"])
  const { data: dataset } = useQuery(makeDatasetQuery(path))
  const { data: formats = [] } = useQuery(formatsQuery)
  const { data: releases = [] } = useQuery(makeReleasesQuery(path))
  const { data: people = [] } = useQuery(makeCollaboratorsQuery(path))
  const { coordinates, files, format, keyframes, labeler, labelset, name, release, splits } = fields
  const isSequence = dataset?.task_type.includes("sequence") ?? false
  const isSpatial = /^(pointcloud|multisensor)/.test(dataset?.task_type ?? "")
  const span = { base: 12, sm: 6, md: 4 }
  return (
    <Grid>
      <Grid.Col span={span}>
        <Select
          required
          searchable
          placeholder={t("export.chooseFormat")}
          label={t("format")}
          data={formats.filter(({ writes }) => writes).map((one) => ({ value: one.name, label: one.title }))}
          value={format}
          onChange={(value) => onChange({ format: value ?? "" })}
        />
      </Grid.Col>
      <Grid.Col span={span}>
        <Select
          clearable
          disabled={labeler !== ""}
          label={t("export.source")}
          placeholder={t("export.now")}
          data={releases.filter(({ status }) => status === "SUCCEEDED").map((one) => one.name)}
          value={release}
          onChange={(value) => onChange({ release: value })}
        />
      </Grid.Col>
      <Grid.Col span={span}>
        <Select
          allowDeselect={false}
          disabled={labeler !== ""}
          label={t("labelset")}
          data={dataset?.labelsets.map((one) => one.name) ?? [labelset]}
          value={labelset}
          onChange={(value) => onChange({ labelset: value ?? labelset })}
        />
      </Grid.Col>
      <Grid.Col span={span}>
        <Autocomplete
          label={t("export.labeler")}
          placeholder={t("export.everybody")}
          data={people.map(({ user }) => user.username)}
          value={labeler}
          onChange={(value) => onChange({ labeler: value.trim() })}
        />
      </Grid.Col>
      <Grid.Col span={span}>
        <ManySelect
          empty={t("export.chooseStatuses")}
          required
          label={t("export.statuses")}
          data={statuses.map((value) => ({ value, label: t(`samples:status.${value}`) }))}
          value={fields.statuses}
          onChange={(value) => onChange({ statuses: statuses.filter((one) => value.includes(one)) })}
        />
      </Grid.Col>
      <Grid.Col span={span}>
        <TextInput
          label={t("export.name")}
          value={name}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        />
      </Grid.Col>
      <Grid.Col span={span}>
        <TextInput
          label={t("export.splits")}
          placeholder="80/10/10"
          error={splits !== "" && parseSplits(splits) === undefined ? t("export.splitsForm") : undefined}
          value={splits}
          onChange={({ currentTarget: { value } }) => onChange({ splits: value.trim() })}
        />
      </Grid.Col>
      <Grid.Col span={span}>
        <Select
          allowDeselect={false}
          label={t("export.files")}
          data={fileChoices.map((value) => ({ value, label: t(`export.fileChoice.${value}`) }))}
          value={files}
          onChange={(value) => onChange({ files: fileChoices.find((one) => one === value) ?? files })}
        />
      </Grid.Col>
      {isSequence ? (
        <Grid.Col span={span}>
          <Select
            allowDeselect={false}
            label={t("export.keyframes")}
            data={keyframeChoices.map((value) => ({ value, label: t(`export.keyframeChoice.${value}`) }))}
            value={keyframes}
            onChange={(value) =>
              onChange({ keyframes: keyframeChoices.find((one) => one === value) ?? keyframes })
            }
          />
        </Grid.Col>
      ) : null}
      {isSpatial ? (
        <Grid.Col span={span}>
          <Select
            allowDeselect={false}
            label={t("export.coordinates")}
            data={coordinateChoices.map((value) => ({ value, label: t(`export.coordinateChoice.${value}`) }))}
            value={coordinates}
            onChange={(value) =>
              onChange({ coordinates: coordinateChoices.find((one) => one === value) ?? coordinates })
            }
          />
        </Grid.Col>
      ) : null}
      <Grid.Col span={span} style={{ alignSelf: "end" }}>
        {switches
          .filter((name) => name !== "keepOrientation" || files === "copy")
          .map((name) => (
            <Checkbox
              key={name}
              mb={8}
              label={t(`export.${name}`)}
              checked={fields[name]}
              onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
            />
          ))}
      </Grid.Col>
    </Grid>
  )
}

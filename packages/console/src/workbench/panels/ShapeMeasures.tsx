/** The size of the selected shape, its vertices, and its copies in other frames. */
import { Button, Group, NumberInput, Text, Tooltip } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { findNumberSeparators } from "../../ui/numberSeparators.ts"
import { getLabel } from "../editor/EditorState.ts"
import { findAnnotation } from "../editor/label/frames.ts"
import {
  formatTwoDigits,
  measureGroundArea,
  measureShapeLength,
  readSpaceShape,
  type SpaceShape,
} from "../editor/label/spaceShapes/spaceShape.ts"
import { useEditor, useStore } from "../editor/useStore.ts"
import { useKeyHint } from "../input/keys/useKeymap.ts"
import fields from "../stages/cloud/cloud.module.css"
import type { ShapePen } from "../tools/spaceShapes/ShapePen.ts"

interface ShapeMeasuresProps {
  readonly pen: ShapePen
}

export const ShapeMeasures = ({ pen }: ShapeMeasuresProps) => {
  const { i18n, t } = useTranslation("workbench")
  const state = useEditor(pen.editor)
  useStore(pen.view.shownCloud)
  const [key] = state.selected
  const annotation = key === undefined ? undefined : findAnnotation(getLabel(state), state.frame, key)
  const shape = annotation && readSpaceShape(annotation, pen.heightAt)
  if (shape === undefined) return null
  const formatNumber = (value: number) => formatTwoDigits(value, i18n.language)
  const parts = [
    t("shapes.vertices", { count: shape.points.length }),
    ...(shape.type === "point" ? [] : [`${formatNumber(measureShapeLength(shape))} m`]),
    ...(shape.type === "polygon" ? [`${formatNumber(measureGroundArea(shape))} m²`] : []),
  ]
  return (
    <>
      <Text size="sm" data-measures={shape.type}>
        {parts.join(" · ")}
      </Text>
      <VertexFields pen={pen} shape={shape} />
    </>
  )
}

interface VertexFieldsProps {
  readonly pen: ShapePen
  readonly shape: SpaceShape
}

const axes = [0, 1, 2] as const

/** The chosen vertex of the selected shape as numbers, and what can be done with it. */
const VertexFields = ({ pen, shape }: VertexFieldsProps) => {
  const hint = useKeyHint()
  const { i18n, t } = useTranslation("workbench")
  const state = useEditor(pen.editor)
  useStore(pen.vertex.store)
  const { key } = shape
  const count = shape.points.length
  const chosenVertex = pen.vertex.get()
  // Where there is one vertex, it needs not be chosen.
  const index = chosenVertex?.shape.key === key ? chosenVertex.index : count === 1 ? 0 : undefined
  const place = index === undefined ? undefined : pen.vertex.getCoordinates(shape, index)
  const fixed = state.readOnly || state.locked.has(key)
  const steps = [
    { name: "previousVertex", sign: "‹", by: -1 },
    { name: "nextVertex", sign: "›", by: 1 },
  ] as const
  return (
    <div data-vertices={count}>
      {count === 1 ? null : (
        <Group gap={4} my={4} wrap="nowrap">
          {steps.map(({ by, name, sign }) => (
            <Tooltip key={name} label={hint(t(`commands.${name}`), name)}>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t(`commands.${name}`)}
                onClick={() => {
                  if (state.selected.size > 1) pen.editor.select(new Set([key]))
                  pen.vertex.step(by)
                }}
              >
                {sign}
              </Button>
            </Tooltip>
          ))}
          <Text size="xs" c="dimmed" aria-live="polite">
            {index === undefined ? t("shapes.noVertex") : t("shapes.vertex", { number: index + 1, count })}
          </Text>
        </Group>
      )}
      {place === undefined || index === undefined ? null : (
        <div className={fields.fields}>
          {axes.map((axis) => {
            const now = place[axis]
            return (
              <NumberInput
                key={axis}
                size="xs"
                label={t(`cloud.fields.${(["x", "y", "z"] as const)[axis]}`)}
                value={now === undefined ? "" : Math.round(now * 1000) / 1000}
                placeholder={now === undefined ? t("shapes.unknown") : ""}
                decimalScale={3}
                decimalSeparator={findNumberSeparators(i18n.language).decimalSeparator}
                step={0.05}
                readOnly={fixed}
                hideControls
                onChange={(value) => {
                  if (typeof value !== "number") return
                  // The field shows fewer digits than the label may have; typing none of them is no change.
                  if (now !== undefined && Math.abs(value - now) < 0.0005) return
                  if (chosenVertex === undefined) pen.vertex.choose(key, index)
                  pen.vertex.set(key, index, axis, value)
                }}
              />
            )
          })}
        </div>
      )}
      {place === undefined || shape.type === "point" ? null : (
        <Group gap={4} mt={8} mb={4}>
          <Button size="compact-xs" variant="default" disabled={fixed} onClick={() => pen.vertex.add()}>
            {t("shapes.addVertex")}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            disabled={fixed || pen.vertex.isLeast(shape)}
            onClick={() => pen.vertex.remove()}
          >
            {t("shapes.removeVertex")}
          </Button>
        </Group>
      )}
    </div>
  )
}

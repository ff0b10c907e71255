/** The kinds of errors with their keys, and the errors that the auditor has named. */
import { Button, Group, Kbd, NumberInput } from "@mantine/core"
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../../../workbench/commands/CommandContext.ts"
import type { CommandName } from "../../../workbench/commands/commands.ts"
import { useKeyTitle } from "../../../workbench/input/keys/useKeyTitle.ts"
import panel from "../../../workbench/panels/panels.module.css"
import { useIsShown } from "../../../workbench/Work.ts"
import type { Audit, DrawnObject, ErrorType } from "../calls.ts"
import { ObjectName } from "../ObjectName.tsx"
import { isBeyond, isMeasured, listErrorTypes, removeError, setErrorValue } from "./namedErrors.ts"
import type { Auditing, NamedError, OpenDraw } from "./useAuditing.ts"

interface ErrorsPanelProps {
  readonly audit: Audit
  readonly draw: OpenDraw
  /** Whether the drawn object cannot be shown here. */
  readonly isLost: boolean
  readonly setErrors: Auditing["setErrors"]
}

const commandsByType: { readonly [Type in ErrorType]: CommandName } = {
  missing: "auditMissing",
  spurious: "auditSpurious",
  wrong_category: "auditCategory",
  wrong_attribute: "auditAttribute",
  geometry: "auditGeometry",
}

export const ErrorsPanel = ({ audit, draw, isLost, setErrors }: ErrorsPanelProps) => {
  const { t } = useTranslation("audits")
  const keyTitle = useKeyTitle()
  const run = useRunCommand()
  const { errors } = draw
  return (
    <section className={panel.panel} aria-label={t("checking.errors")}>
      <h2 className={panel.title}>{t("checking.errors")}</h2>
      {draw.work.object === null ? null : <DrawnObjectNotice object={draw.work.object} />}
      {isLost ? (
        <p className={panel.hint} role="alert">
          {t("object.lost")}
        </p>
      ) : null}
      <p className={panel.hint}>{t(`units.${audit.unit}.hint`)}</p>
      <ul className={panel.choices}>
        {listErrorTypes(audit.unit).map((type) => (
          <li key={type}>
            <button
              type="button"
              className={panel.choice}
              aria-pressed={errors.some((error) => error.type === type)}
              onClick={() => run(commandsByType[type])}
            >
              <span>{t(`types.${type}`)}</span>
              <Kbd size="xs">{keyTitle(commandsByType[type])}</Kbd>
            </button>
          </li>
        ))}
      </ul>
      {errors.length === 0 ? <p className={panel.hint}>{t("checking.noErrors")}</p> : null}
      {errors.map((error) => (
        <ErrorRow
          key={`${error.type} ${error.annotation}`}
          audit={audit}
          error={error}
          onRemove={() => setErrors((now) => removeError(now, error))}
          onValue={(value) => setErrors((now) => setErrorValue(now, error, value))}
        />
      ))}
    </section>
  )
}

/** Names the object that is checked, and leads back to it. It is shown as soon as its picture or cloud is. */
const DrawnObjectNotice = ({ object }: { readonly object: DrawnObject }) => {
  const { t } = useTranslation("audits")
  const keyTitle = useKeyTitle()
  const run = useRunCommand()
  const isShown = useIsShown()
  const shownKey = useRef<string>(undefined)
  useEffect(() => {
    if (!isShown || shownKey.current === object.key) return
    shownKey.current = object.key
    run("showDrawn")
  }, [isShown, object.key, run])
  return (
    <div>
      <p className={panel.name}>
        <ObjectName object={object} />
      </p>
      <Button
        size="compact-xs"
        variant="default"
        title={keyTitle("showDrawn")}
        onClick={() => run("showDrawn")}
      >
        {t("object.show")}
      </Button>
    </div>
  )
}

interface ErrorRowProps {
  readonly audit: Audit
  readonly error: NamedError
  readonly onRemove: () => void
  readonly onValue: (value: number | null) => void
}

const ErrorRow = ({ audit, error, onRemove, onValue }: ErrorRowProps) => {
  const { t } = useTranslation("audits")
  const { metric, tolerance } = audit
  const name =
    error.annotation === null
      ? t(`types.${error.type}`)
      : t("checking.ofObject", { error: t(`types.${error.type}`), id: error.annotation })
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <span className={panel.name}>{name}</span>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t("checking.removeOf", { error: name })}
          onClick={onRemove}
        >
          {t("checking.remove")}
        </Button>
      </Group>
      {isMeasured(audit, error) && metric !== null ? (
        <NumberInput
          size="xs"
          label={t(`checking.values.${metric}`, { tolerance: tolerance ?? "" })}
          allowNegative={false}
          value={error.value ?? ""}
          error={error.value === null || isBeyond(audit, error.value) ? undefined : t("checking.notBeyond")}
          onChange={(value) => onValue(value === "" ? null : Number(value))}
        />
      ) : null}
    </div>
  )
}

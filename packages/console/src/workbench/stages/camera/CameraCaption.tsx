/** The name of a camera above its image, and the button that shows it large. */
import { UnstyledButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../../ui/visibleText.ts"
import type { CameraImage } from "../../session/clouds/cameras.ts"
import classes from "./cameras.module.css"

interface CameraCaptionProps {
  readonly image: CameraImage
  readonly large: boolean
  /** Shows it large, or with the others again. Absent where the others cannot be shown. */
  readonly onLarge: ((image: CameraImage) => void) | undefined
}

export const CameraCaption = ({ image, large, onLarge }: CameraCaptionProps) => {
  const { t } = useTranslation("workbench")
  const name = toVisibleText(image.name)
  return (
    <figcaption className={classes.caption}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      {image.camera === undefined ? <span>{t("cloud.cameras.uncalibrated")}</span> : null}
      {onLarge === undefined ? null : (
        <UnstyledButton
          className={classes.enlarge}
          aria-pressed={large}
          aria-label={t(large ? "cloud.cameras.all" : "cloud.cameras.enlarge", { name })}
          onClick={() => onLarge(image)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={large ? "M7 3v4H3M9 13V9h4" : "M9 3h4v4M7 13H3V9"} />
          </svg>
        </UnstyledButton>
      )}
    </figcaption>
  )
}

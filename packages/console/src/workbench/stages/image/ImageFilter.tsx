/** The filter of an image: its brightness and contrast, and its gamma, which style sheets have no function for. */
import type { DisplaySettings } from "../../display/DisplaySettings.ts"

interface ImageFilterProps {
  readonly id: string
  readonly gamma: number
}

export const ImageFilter = ({ gamma, id }: ImageFilterProps) => (
  <svg width="0" height="0" style={{ position: "absolute" }} aria-hidden="true">
    <filter id={id} colorInterpolationFilters="sRGB" x="0" y="0" width="100%" height="100%">
      <feComponentTransfer>
        <feFuncR type="gamma" exponent={1 / gamma} />
        <feFuncG type="gamma" exponent={1 / gamma} />
        <feFuncB type="gamma" exponent={1 / gamma} />
      </feComponentTransfer>
    </filter>
  </svg>
)

/** The value of the style; undefined where nothing is changed, because a filter is computed for each frame. */
export const formatImageFilter = (
  { brightness, contrast, gamma }: DisplaySettings,
  id: string,
): string | undefined => {
  const parts = [
    ...(gamma === 1 ? [] : [`url("#${id}")`]),
    ...(brightness === 1 ? [] : [`brightness(${brightness})`]),
    ...(contrast === 1 ? [] : [`contrast(${contrast})`]),
  ]
  return parts.length === 0 ? undefined : parts.join(" ")
}

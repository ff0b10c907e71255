/** A chart of numbers over days, or of shares over counts. The library that draws it is loaded with the first chart. Its page shows the numbers as text too. */
import { Box, useComputedColorScheme } from "@mantine/core"
import { useElementSize } from "@mantine/hooks"
import { lazy, Suspense } from "react"
import { useTranslation } from "react-i18next"
import type { DrawnChartProps } from "./DrawnChart.tsx"

const DrawnChart = lazy(() => import("./DrawnChart.tsx"))

type LineChartProps = Omit<DrawnChartProps, "language" | "scheme" | "width">

export const LineChart = (props: LineChartProps) => {
  const { i18n } = useTranslation()
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false })
  const { ref, width } = useElementSize()
  return (
    <Box ref={ref} h={props.height} aria-hidden style={{ overflow: "hidden" }}>
      {width === 0 ? null : (
        <Suspense>
          <DrawnChart {...props} width={width} scheme={scheme} language={i18n.language} />
        </Suspense>
      )}
    </Box>
  )
}

/** Text that somebody else wrote: plain, and with invisible characters made visible. */
import { Box, Stack, Text } from "@mantine/core"
import { useId } from "react"
import classes from "./ForeignText.module.css"
import { visiblePieces } from "./visibleText.ts"

interface ForeignTextProps {
  readonly label: string
  readonly text: string
}

export const ForeignText = ({ label, text }: ForeignTextProps) => {
  const id = useId()
  const pieces = visiblePieces(text)
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed" id={id}>
        {label}
      </Text>
      <Box component="pre" className={classes.text} tabIndex={0} role="region" aria-labelledby={id} dir="ltr">
        {pieces.map(({ isHidden, text: piece }, index) =>
          isHidden ? (
            <span key={index} className={classes.hidden}>
              {piece}
            </span>
          ) : (
            piece
          ),
        )}
      </Box>
    </Stack>
  )
}

/** Text that somebody else wrote: plain, and with invisible characters made visible. */
import { Box, Stack, Text } from "@mantine/core"
import { useId } from "react"
import { Visible } from "../../ui/Visible.tsx"
import classes from "./ForeignText.module.css"

interface ForeignTextProps {
  readonly label: string
  readonly text: string
}

export const ForeignText = ({ label, text }: ForeignTextProps) => {
  const id = useId()
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed" id={id}>
        {label}
      </Text>
      <Box component="pre" className={classes.text} tabIndex={0} role="region" aria-labelledby={id} dir="ltr">
        <Visible text={text} />
      </Box>
    </Stack>
  )
}

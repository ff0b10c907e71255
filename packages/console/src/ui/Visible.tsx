/** Text of others within a line: its invisible characters, and those that turn the direction, are shown by their codes. */
import classes from "./Visible.module.css"
import { splitVisiblePieces } from "./visibleText.ts"

export const Visible = ({ text }: { readonly text: string }) =>
  splitVisiblePieces(text).map(({ isHidden, text: piece }, index) =>
    isHidden ? (
      <span key={index} className={classes.hidden}>
        {piece}
      </span>
    ) : (
      piece
    ),
  )

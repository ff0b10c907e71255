/** The column of a task that says that Annotary wrote it: `name`, `width` and `height` may be columns of whoever made it. */
export const ownMark = "annotary"

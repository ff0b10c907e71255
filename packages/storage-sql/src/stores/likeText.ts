/** A text for a pattern of `LIKE … ESCAPE '!'`, in which it stands for itself. */
export const likeText = (text: string): string => text.replace(/[!%_]/g, "!$&")

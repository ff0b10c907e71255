/** A text for a pattern of `LIKE … ESCAPE '!'`, in which it stands for itself. */
export const escapeLike = (text: string): string => text.replace(/[!%_]/g, "!$&")

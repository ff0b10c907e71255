/** The words of components that many pages share. */
import { roles } from "./parts/roles.ts"

export default {
  cancel: "Cancel",
  copy: "Copy",
  copied: "Copied",
  loading: "Loading",
  secretOnce: "This is only shown now. Copy it and store it in a safe place.",
  secretStored: "I have stored it",
  more: "Show more",
  roles,
  done: "Done",
  markdown: {
    load: "Load image from {{host}}",
    loadNamed: "Load image “{{alt}}” from {{host}}",
    imageFailed:
      "The image {{url}} could not be loaded: it does not exist, or this server does not allow its address.",
    long: "This text is too long to be formatted.",
  },
  leave: {
    title: "Leave without saving?",
    text: "Your changes will be lost.",
    stay: "Stay",
    leave: "Leave",
  },
} as const

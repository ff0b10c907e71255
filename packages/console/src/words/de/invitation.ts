/** The German words of invitations by link: their lists, and the page that a link opens. */
import type { Translation } from "../words.ts"
import { roles } from "./parts/roles.ts"

export default {
  title: "Einladung",
  openAgain: "Öffnen Sie den Link der Einladung noch einmal.",
  unknown: "Diese Einladung ist abgelaufen, widerrufen oder schon benutzt. Bitten Sie um einen neuen Link.",
  invited: "Sie sind zu {{place}} eingeladen, mit der Rolle {{role}}.",
  invitedBy: "{{by}} lädt Sie zu {{place}} ein, mit der Rolle {{role}}.",
  expires: "Läuft ab",
  accept: "Als {{user}} annehmen",
  signIn: "Anmelden und annehmen",
  or: "oder ein Konto anlegen",
  username: "Benutzername",
  email: "E-Mail",
  emailHint: "Nicht nötig.",
  make: "Konto anlegen",
  noAccounts:
    "Dieser Server legt mit Einladungen keine Konten an. Bitten Sie die Person, die Sie eingeladen hat, um ein Konto.",
  key: "Ihr API-Schlüssel",
  list: {
    title: "Einladungen",
    none: "Es gibt keine offenen Einladungen.",
    new: "Neue Einladung",
    text: "Wer den Link hat, bekommt die Rolle.",
    make: "Einladung erzeugen",
    link: "Link der Einladung",
    role: "Rolle",
    validFor: "Gültig für",
    days_one: "{{count}} Tag",
    days_other: "{{count}} Tage",
    people: "Wie viele Personen sie annehmen dürfen",
    peopleHint: "Von 1 bis 1000.",
    by: "Erzeugt von",
    server: "Der Server",
    uses: "Angenommen",
    usesOf: "{{uses}} von {{most}}",
    created: "Erzeugt",
    revoke: "Widerrufen",
    actions: "Aktionen",
  },
  roles,
} satisfies Translation<"invitation">

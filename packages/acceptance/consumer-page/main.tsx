/** A page of an application with the workbench as a component, and the webhook pages as an element. */
import "@annotary/console/element"
import { AnnotaryWorkbench, type WorkEvent } from "@annotary/console/react"
import { useEffect, useRef, useState } from "react"
import { createRoot } from "react-dom/client"

const baseUrl = "https://annotary.example"
const token = async () => (await fetch("/token", { method: "POST" })).text()

const Labeling = () => {
  const [last, setLast] = useState<WorkEvent>()
  return (
    <>
      <output>{last?.sample.name}</output>
      <AnnotaryWorkbench baseUrl={baseUrl} dataset="acme/streets" token={token} onSubmitted={setLast} />
    </>
  )
}

const Integrations = () => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = document.createElement("annotary-webhooks")
    element.setAttribute("base-url", baseUrl)
    element.token = token
    element.addEventListener("annotary-error", ({ detail }) => console.error(detail.code))
    place.current?.replaceChildren(element)
  }, [])
  return <div ref={place} />
}

const root = document.querySelector("main")
if (root !== null)
  createRoot(root).render(
    <>
      <Labeling />
      <Integrations />
    </>,
  )

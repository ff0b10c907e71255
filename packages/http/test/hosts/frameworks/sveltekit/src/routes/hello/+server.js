export const GET = () => new Response("of the host")

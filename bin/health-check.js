// The health check of the container image: exits with 0 if this machine's Frogy is healthy, otherwise with 1.
const response = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)

"""Web push: notifications through the browser's push service, for devices that do not have the page open."""
